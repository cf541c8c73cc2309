import type { Sql } from "#server/backend/postgres/connection.ts";
import {
  childrenOf,
  constant,
  functionsOf,
  isCall,
  type Node,
  parsed,
  type Source,
  sourcesBelow,
  textOf,
  walk,
  written,
} from "./syntax.ts";

/** Replaces the parts of a sentence that vary. */
export const HOLE = "…";

/** A sentence in the code: a literal, a template, or a constant of the same file. */
function sentenceOf(node: Node, file: Source): string | undefined {
  if (node.type === "TemplateLiteral")
    return node.quasis.map(({ value }) => value.cooked ?? value.raw).join(HOLE);
  const text = textOf(node);
  if (text !== undefined) return text;
  // A call to a constant function that only builds a sentence: tooLong("Name", 200).
  const named = node.type === "CallExpression" ? node.callee : node;
  if (named.type !== "Identifier") return undefined;
  const value = constant(named.name, file);
  if (value?.type === "ArrowFunctionExpression")
    return value.expression ? sentenceOf(value.body, file) : undefined;
  return value && sentenceOf(value, file);
}

/** The sentences that an argument may evaluate to: both branches of a condition, and both operands. */
function sentencesOf(node: Node, file: Source): string[] {
  const each = (...nodes: Node[]) => nodes.flatMap((one) => sentencesOf(one, file));
  if (node.type === "ConditionalExpression") return each(node.consequent, node.alternate);
  if (node.type === "BinaryExpression" || node.type === "LogicalExpression")
    return each(node.left, node.right);
  // One of several: NOT_LISTENING[backend.kind].
  const named = node.type === "MemberExpression" && node.computed ? node.object : undefined;
  const several = named?.type === "Identifier" ? constant(named.name, file) : undefined;
  if (several?.type === "ObjectExpression") return each(...valuesOf(several));
  if (node.type === "ObjectExpression") return each(...valuesOf(node, "description", file));
  return [sentenceOf(node, file) ?? ""].filter(isSentence);
}

/** The values of an object's properties: all of them, or those with one name. */
function valuesOf(object: Node, name?: string, file?: Source): Node[] {
  if (object.type !== "ObjectExpression") return [];
  return object.properties.flatMap((one) =>
    one.type === "Property" &&
    !one.method &&
    (name === undefined || (file && written(file, one.key) === name))
      ? [one.value]
      : [],
  );
}

/** Text for people, not for programs. */
const isSentence = (text: string) => /\w\S* \S/.test(text);

/**
 * Every sentence that is an argument of one of these calls, in the TypeScript files below the given folders,
 * without tests. Reads the syntax tree, so comments don't count.
 * @param calls matches the callee as written: `new HttpError` is HttpError, `z.minLength` is z.minLength
 */
export function sentencesIn(folders: readonly string[], calls: RegExp): Set<string> {
  const found = new Set<string>();
  for (const file of sourcesBelow(folders))
    walk(file.program, (node) => {
      if (!isCall(node) || !calls.test(written(file, node.callee))) return;
      for (const argument of node.arguments)
        for (const sentence of sentencesOf(argument, file)) found.add(sentence);
    });
  return found;
}

/** Every sentence that is the value of such a property: `required: "Please enter a title"`. */
export function sentencesNamed(folders: readonly string[], property: string): Set<string> {
  const found = new Set<string>();
  for (const file of sourcesBelow(folders))
    walk(file.program, (node) => {
      for (const value of valuesOf(node, property, file))
        for (const sentence of sentencesOf(value, file)) found.add(sentence);
    });
  return found;
}

/**
 * Every sentence that functions with these names can return: those in their code, and in constants and
 * functions of their file that they use. A value inserted into a sentence doesn't count.
 */
export function saidBy(folders: readonly string[], functions: RegExp): Set<string> {
  const found = new Set<string>();
  for (const file of sourcesBelow(folders)) {
    const own = functionsOf(file);
    const seen = new Set<Node>();
    const collect = (node: Node) => {
      if (seen.has(node)) return;
      seen.add(node);
      if (node.type === "TemplateLiteral" || textOf(node) !== undefined) {
        for (const sentence of sentencesOf(node, file)) found.add(sentence);
        return;
      }
      // A sentence of another catalog, or a part of a value.
      if (node.type === "MemberExpression" && !node.computed) return;
      if (node.type === "Identifier" || node.type === "JSXIdentifier") {
        const { name } = node;
        const named = constant(name, file) ?? own.find((one) => one.id?.name === name);
        if (named) collect(named);
      }
      childrenOf(node).forEach(collect);
    };
    for (const one of own) if (functions.test(one.id?.name ?? "")) collect(one);
  }
  return found;
}

/** Every sentence that a database function raises, read from its source. */
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

/** The string literals in the test with this title; comments don't count. */
export function saidInTest(path: string, title: string): string[] {
  const file = parsed(path);
  const texts: string[] = [];
  const collect = (node: Node) => {
    const text = textOf(node);
    if (text !== undefined) texts.push(text);
    if (node.type === "Literal" && "regex" in node)
      texts.push((node.raw ?? "").replaceAll("\\", ""));
  };
  let found = false;
  walk(file.program, (node) => {
    if (found || !isCall(node) || !/^test\b/.test(written(file, node.callee))) return;
    const [named, ...others] = node.arguments;
    if (!named || textOf(named) !== title) return;
    found = true;
    for (const other of others) walk(other, collect);
  });
  if (!found) throw new Error(`${path} has no test "${title}".`);
  return texts;
}
