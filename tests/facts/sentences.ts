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
  if (ts.isIdentifier(node)) return constant(node.text, file);
  // A call of a constant function that only writes a sentence: tooLong("Name", 200).
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression))
    return constant(node.expression.text, file);
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return sentenceOf(node.body, file);
  return undefined;
}

function constant(name: string, file: ts.SourceFile): string | undefined {
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: own, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(own) && own.text === name && initializer)
        return sentenceOf(initializer, file);
  }
  return undefined;
}

/** What a call is of: `new Refusal` is Refusal, `z.minLength` is z.minLength. */
const calleeOf = (node: ts.CallExpression | ts.NewExpression) => node.expression.getText();

/** A word for people, not for programs. */
const isSentence = (text: string) => /\S \S/.test(text);

/**
 * Every sentence that stands as an argument of one of these calls, in the TypeScript files below the
 * given folders, tests aside. Read from the syntax tree: a comment says nothing.
 * @param calls matches the callee as written
 */
export function sentencesIn(folders: readonly string[], calls: RegExp): Set<string> {
  const found = new Set<string>();
  const look = (node: ts.Node, file: ts.SourceFile) => {
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && calls.test(calleeOf(node)))
      for (const argument of node.arguments ?? []) {
        const sentence = sentenceOf(argument, file);
        if (sentence && isSentence(sentence)) found.add(sentence);
      }
    ts.forEachChild(node, (child) => look(child, file));
  };
  for (const path of folders.flatMap(sourcesBelow)) {
    const text = readFileSync(path, "utf8");
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    look(file, file);
  }
  return found;
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
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
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
