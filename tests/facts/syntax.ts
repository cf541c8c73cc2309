import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ESTree, parseSync } from "vite";

export type Node = ESTree.Node;
export type Call = ESTree.CallExpression | ESTree.NewExpression;

/** A file as the parser reads it, with its text for what is asked as written. */
export interface Source {
  text: string;
  program: ESTree.Program;
}

/** @throws when a file is no TypeScript */
export function parsed(path: string): Source {
  const text = readFileSync(path, "utf8");
  const { program, errors } = parseSync(path, text, { preserveParens: false });
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  return { text, program };
}

/** The TypeScript files below the given folders, tests aside. */
export const sourcesBelow = (folders: readonly string[]): Source[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => parsed(join(folder, name))),
  );

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** What a node consists of, in the order of its fields. */
export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Calls `look` for the node and everything in it, the outer ones first. */
export function walk(node: Node, look: (node: Node) => void) {
  look(node);
  for (const child of childrenOf(node)) walk(child, look);
}

export const isCall = (node: Node): node is Call =>
  node.type === "CallExpression" || node.type === "NewExpression";

/** Of a text without holes, its words. */
export function textOf(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral" && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

/** As it is written: `z.minLength`. */
export const written = ({ text }: Source, { start, end }: Node) => text.slice(start, end);

/** What a `const` of the file is, wherever it stands there. */
export function constant(name: string, { program }: Source): Node | undefined {
  let found: Node | undefined;
  walk(program, (node) => {
    if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier") return;
    if (node.id.name === name) found ??= node.init ?? undefined;
  });
  return found;
}

/** The functions that a file declares at its top. */
export const functionsOf = ({ program }: Source) =>
  program.body.flatMap((one) => {
    const declared = "declaration" in one ? one.declaration : one;
    return declared?.type === "FunctionDeclaration" ? [declared] : [];
  });
