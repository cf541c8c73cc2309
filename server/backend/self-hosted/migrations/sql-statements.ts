/** Where a semicolon ends no statement: comments, strings, quoted names, dollar-quoted bodies. */
const OPAQUE = [
  "--[^\\n]*",
  String.raw`/\*[\s\S]*?\*/`,
  `'(?:[^']|'')*'`,
  `"(?:[^"]|"")*"`,
  String.raw`\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$`,
];
const PART = new RegExp(`${OPAQUE.join("|")}|[^;]`, "y");
const COMMENTS = /--[^\n]*|\/\*[\s\S]*?\*\//g;

/**
 * The statements of a migration, each without its semicolon, as the Supabase CLI records them.
 * Parts with only comments are skipped. BEGIN ATOMIC … END bodies are not supported.
 */
export function sqlStatements(text: string): string[] {
  const statements: string[] = [];
  let from = 0;
  for (let at = 0; at <= text.length; ) {
    PART.lastIndex = at;
    const part = PART.exec(text)?.[0];
    if (part !== undefined) {
      at += part.length;
      continue;
    }
    const statement = text.slice(from, at).trim();
    if (statement.replaceAll(COMMENTS, "").trim()) statements.push(statement);
    at += 1;
    from = at;
  }
  return statements;
}
