import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { Sql } from "#server/backend/postgres/connection.ts";

/** Stands in a sentence for what differs each time. */
export const HOLE = "…";

/** A sentence as the code writes it: a text, a text with holes, or a constant of the same file. */
function sentenceOf(node: ts.Expression, file: ts.SourceFile): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => HOLE + literal.text).join("");
  // A call of a constant function that only writes a sentence: tooLong("Name", 200).
  const named = ts.isCallExpression(node) ? node.expression : node;
  if (!ts.isIdentifier(named)) return undefined;
  const value = constant(named.text, file);
  if (value && ts.isArrowFunction(value))
    return ts.isBlock(value.body) ? undefined : sentenceOf(value.body, file);
  return value && sentenceOf(value, file);
}

/** What a `const` of the file is, wherever it stands there. */
function constant(name: string, file: ts.SourceFile): ts.Expression | undefined {
  let found: ts.Expression | undefined;
  const look = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name)
      found ??= node.initializer;
    if (!found) ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

/** A function of the file. */
const fn = (name: string, { statements }: ts.SourceFile) =>
  statements.find((one) => ts.isFunctionDeclaration(one) && one.name?.text === name);

/** The sentences that an argument may turn out to be: either way of a condition, and a second line. */
function sentencesOf(node: ts.Expression, file: ts.SourceFile): string[] {
  const each = (...nodes: ts.Expression[]) => nodes.flatMap((one) => sentencesOf(one, file));
  if (ts.isParenthesizedExpression(node)) return each(node.expression);
  if (ts.isConditionalExpression(node)) return each(node.whenTrue, node.whenFalse);
  if (ts.isBinaryExpression(node)) return each(node.left, node.right);
  // One of several: UNHEARD[backend.kind].
  const named = ts.isElementAccessExpression(node) ? node.expression : undefined;
  const several = named && ts.isIdentifier(named) && constant(named.text, file);
  if (several && ts.isObjectLiteralExpression(several))
    return several.properties.flatMap((one) =>
      ts.isPropertyAssignment(one) ? each(one.initializer) : [],
    );
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((one) =>
      one.name?.getText(file) !== "description"
        ? []
        : ts.isPropertyAssignment(one)
          ? each(one.initializer)
          : ts.isShorthandPropertyAssignment(one)
            ? each(one.name)
            : [],
    );
  return [sentenceOf(node, file) ?? ""].filter(isSentence);
}

/** What a call is of: `new Refusal` is Refusal, `z.minLength` is z.minLength. */
const calleeOf = (node: ts.CallExpression | ts.NewExpression) => node.expression.getText();

/** A word for people, not for programs. */
const isSentence = (text: string) => /\w\S* \S/.test(text);

/**
 * Every sentence that stands as an argument of one of these calls, in the TypeScript files below the
 * given folders, tests aside. Read from the syntax tree: a comment says nothing.
 * @param calls matches the callee as written
 */
export function sentencesIn(folders: readonly string[], calls: RegExp): Set<string> {
  const found = new Set<string>();
  const look = (node: ts.Node, file: ts.SourceFile) => {
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && calls.test(calleeOf(node)))
      for (const argument of node.arguments ?? [])
        for (const sentence of sentencesOf(argument, file)) found.add(sentence);
    ts.forEachChild(node, (child) => look(child, file));
  };
  for (const file of folders.flatMap(sourcesBelow).map(parsed)) look(file, file);
  return found;
}

/** Every sentence that a property of this name is given: `required: "Please enter a title"`. */
export function sentencesNamed(folders: readonly string[], property: string): Set<string> {
  const found = new Set<string>();
  const look = (node: ts.Node, file: ts.SourceFile) => {
    if (ts.isPropertyAssignment(node) && node.name.getText(file) === property)
      for (const sentence of sentencesOf(node.initializer, file)) found.add(sentence);
    ts.forEachChild(node, (child) => look(child, file));
  };
  for (const file of folders.flatMap(sourcesBelow).map(parsed)) look(file, file);
  return found;
}

/**
 * Every sentence that the functions of these names can answer: those written in them, and in constants
 * and functions of their file that they name. What fills a hole of a sentence is none itself.
 */
export function saidBy(folders: readonly string[], functions: RegExp): Set<string> {
  const found = new Set<string>();
  for (const file of folders.flatMap(sourcesBelow).map(parsed)) {
    const seen = new Set<ts.Node>();
    const collect = (node: ts.Node) => {
      if (seen.has(node)) return;
      seen.add(node);
      if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
        for (const sentence of sentencesOf(node, file)) found.add(sentence);
        return;
      }
      // Another catalogue's sentence, or a value's part.
      if (ts.isPropertyAccessExpression(node)) return;
      const named = ts.isIdentifier(node) && (constant(node.text, file) ?? fn(node.text, file));
      if (named) collect(named);
      ts.forEachChild(node, collect);
    };
    for (const statement of file.statements)
      if (ts.isFunctionDeclaration(statement) && functions.test(statement.name?.text ?? ""))
        collect(statement);
  }
  return found;
}

function parsed(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
}

const sourcesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name));

/** Every sentence that a function of the database raises, as its source there has it. */
export async function raisedBy(sql: Sql): Promise<Set<string>> {
  const functions = await sql`
    select prosrc from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private', 'loading_dock') and prosrc ~* 'raise exception'`;
  const found = new Set<string>();
  for (const { prosrc } of functions)
    for (const [, sentence] of prosrc
      .replace(/--.*$/gm, "")
      .matchAll(/raise exception\s+'((?:[^']|'')+)'/gi))
      found.add(sentence.replaceAll("''", "'").replaceAll("%", HOLE));
  return found;
}

/** The texts that stand in the test of this title, as its code has them: no comment is one. */
export function saidInTest(path: string, title: string): string[] {
  const file = parsed(path);
  const tests: ts.CallExpression[] = [];
  const look = (node: ts.Node) => {
    if (ts.isCallExpression(node) && /^test\b/.test(calleeOf(node))) {
      const [named] = node.arguments;
      if (named && ts.isStringLiteralLike(named) && named.text === title) tests.push(node);
    }
    ts.forEachChild(node, look);
  };
  look(file);
  const [found] = tests;
  if (!found) throw new Error(`${path} has no test "${title}".`);
  const texts: string[] = [];
  const collect = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isRegularExpressionLiteral(node)) texts.push(node.text.replaceAll("\\", ""));
    ts.forEachChild(node, collect);
  };
  found.arguments.slice(1).forEach(collect);
  return texts;
}
