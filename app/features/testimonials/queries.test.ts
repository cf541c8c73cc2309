import { expect, test } from "vitest";
import { featured, further } from "./queries.ts";

const list = ["a", "b", "c", "d", "e"].map((name) => ({ name, featured: name === "c" }));
const names = (some: readonly { name: string }[]) => some.map(({ name }) => name).join("");

test("beneath the featured one stand the next three in order", () => {
  expect(featured(list)?.name).toBe("c");
  expect(names(further(list))).toBe("abd");
});

test("without a featured one the first leads, and none stands twice", () => {
  const plain = list.map(({ name }) => ({ name, featured: false }));
  expect(featured(plain)?.name).toBe("a");
  expect(names(further(plain))).toBe("bcd");
  expect(further(plain.slice(0, 1))).toEqual([]);
  expect(further([])).toEqual([]);
});
