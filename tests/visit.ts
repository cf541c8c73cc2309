import { parseSync, Visitor } from "vite";

/** Walks the syntax tree of a file with a visitor. @throws when the file doesn't parse */
export function visit(
  file: string,
  code: string,
  visitor: ConstructorParameters<typeof Visitor>[0],
): void {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  new Visitor(visitor).visit(program);
}
