import { expect, test } from "vitest";
import { readCopyLine } from "./one-table.ts";

test.each([
  ["plain\tvalues", ["plain", "values"]],
  ["\\N\t", [null, ""]],
  ["two\\nlines\\tand a tab", ["two\nlines\tand a tab"]],
  ["a \\\\ backslash, and \\\\N as text", ["a \\ backslash, and \\N as text"]],
])("COPY's %j", (line, values) => {
  expect(readCopyLine(line)).toEqual(values);
});
