import { expect, test } from "vitest";
import * as z from "zod/mini";
import { displayOrder, optionalText, requiredText, wholeNumber } from "../item-schema.ts";

test.each([
  ["7", 7],
  [" 12 ", 12],
  ["3.9", 3],
  ["", 0],
  ["soon", 0],
])("a display order typed as '%s' is %i", (typed, stored) => {
  expect(z.parse(displayOrder, typed)).toBe(stored);
});

test.each([
  ["-1", "Display order must be 0 or more"],
  ["99999999999", "Display order is too large"],
])("a display order of %s is refused", (typed, words) => {
  expect(z.safeParse(displayOrder, typed).error?.issues[0]?.message).toBe(words);
});

test("names the field of another whole number", () => {
  expect(z.safeParse(wholeNumber("Boxes"), "-1").error?.issues[0]?.message).toBe(
    "Boxes must be 0 or more",
  );
});

test("texts are trimmed; a blank one is refused where it is required, and null where it is not", () => {
  const question = requiredText("Please enter a question");
  expect(z.parse(question, "  Why? ")).toBe("Why?");
  expect(z.safeParse(question, " \n").error?.issues[0]?.message).toBe("Please enter a question");
  expect([z.parse(optionalText, " Owner "), z.parse(optionalText, "  ")]).toEqual(["Owner", null]);
});
