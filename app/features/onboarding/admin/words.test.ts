import { expect, test } from "vitest";
import { countWords, stayWords } from "./words.ts";

test("counts texts in the singular and the plural", () => {
  expect(stayWords(1)).toBe("1 text stays as it is");
  expect(stayWords(41)).toBe("41 texts stay as they are");
  expect(countWords(1, 138)).toBe("1 of 138 texts still shows demo content");
});
