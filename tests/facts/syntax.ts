import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ESTree, parseSync } from "vite";

export type Node = ESTree.Node;
export type Call = ESTree.CallExpression | ESTree.NewExpression;

/** A parsed file, with its text for nodes as written. */
export interface Source {
  text: string;
  program: ESTree.Program;
}

/** @throws when the file isn't valid TypeScript */
export function parsed(path: string): Source {
  const text = readFileSync(path, "utf8");
  const { program, errors } = parseSync(path, text, { preserveParens: false });
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  return { text, program };
}

/** The TypeScript files below the given folders, without tests. */
export const sourcesBelow = (folders: readonly string[]): Source[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => parsed(join(folder, name))),
  );

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** A node's children, in the order of its fields. */
export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Calls `look` for the node and all its descendants, parents first. */
export function walk(node: Node, look: (node: Node) => void) {
  look(node);
  for (const child of childrenOf(node)) walk(child, look);
}

export const isCall = (node: Node): node is Call =>
  node.type === "CallExpression" || node.type === "NewExpression";

/** The value of a text without placeholders. */
export function textOf(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral" && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

/** A node's source text, like `z.minLength`. */
export const written = ({ text }: Source, { start, end }: Node) => text.slice(start, end);

/** The value of a `const` anywhere in the file. */
export function constant(name: string, { program }: Source): Node | undefined {
  let found: Node | undefined;
  walk(program, (node) => {
    if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier") return;
    if (node.id.name === name) found ??= node.init ?? undefined;
  });
  return found;
}

/** The functions that a file declares at the top level. */
export const functionsOf = ({ program }: Source) =>
  program.body.flatMap((one) => {
    const declared = "declaration" in one ? one.declaration : one;
    return declared?.type === "FunctionDeclaration" ? [declared] : [];
  });
