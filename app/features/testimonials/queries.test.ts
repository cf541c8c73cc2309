import { expect, test } from "vitest";
import { featured, further } from "./queries.ts";

const list = ["a", "b", "c", "d", "e"].map((name) => ({ name, featured: name === "c" }));
const names = (some: readonly { name: string }[]) => some.map(({ name }) => name).join("");

test("shows the next three in order below the featured one", () => {
  expect(featured(list)?.name).toBe("c");
  expect(names(further(list))).toBe("abd");
});

test("leads with the first one when none is featured, and repeats none", () => {
  const plain = list.map(({ name }) => ({ name, featured: false }));
  expect(featured(plain)?.name).toBe("a");
  expect(names(further(plain))).toBe("bcd");
  expect(further(plain.slice(0, 1))).toEqual([]);
  expect(further([])).toEqual([]);
});
