import { sqlStatements } from "#server/backend/self-hosted/migrations/sql-statements.ts";

/**
 * The lines of a migration that are statements about a table: it, its indexes, triggers, history, rights and
 * policies, and functions named after it. What only reads it belongs to something else.
 * @returns indexes of lines, from 0
 */
export function linesAboutTable(text: string, table: string): number[] {
  const about = new RegExp(
    `\\b(table|on|on table) public\\.${table}\\b|\\bfunction \\w+\\.${table}_\\w+\\(|\\bkeep_history\\('public\\.${table}'`,
  );
  const found: number[] = [];
  let from = 0;
  for (const statement of sqlStatements(text)) {
    const at = text.indexOf(statement, from);
    from = at + statement.length;
    if (!about.test(headOf(statement))) continue;
    const first = lineOf(text, at);
    const last = lineOf(text, from);
    for (let line = first; line <= last; line++) found.push(line);
  }
  return found;
}

/** A function's body may name any table. */
const headOf = (statement: string) => statement.split(/^as \$/m)[0] ?? statement;

const lineOf = (text: string, at: number) => text.slice(0, at).split("\n").length - 1;
