import { expect, test } from "vitest";
import { dollarsOf } from "./dollars.ts";

test.each([
  ["", null],
  [" $ ", null],
  ["2500", 2500],
  [" $2,500 ", 2500],
  ["10,000,000", 10_000_000],
  ["0", 0],
  ["10000001", undefined],
  ["2.5", undefined],
  ["25,00", undefined],
  ["-1", undefined],
  ["1e3", undefined],
])("reads %j as %j", (typed, dollars) => {
  expect(dollarsOf(typed)).toBe(dollars);
});
