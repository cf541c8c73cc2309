import { parseSync, Visitor } from "vite";

/** Shows a visitor the syntax tree of a file. @throws when the file does not parse */
export function visit(
  file: string,
  code: string,
  visitor: ConstructorParameters<typeof Visitor>[0],
): void {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  new Visitor(visitor).visit(program);
}
