import { expect, test } from "vitest";
import { moved } from "./reordering.ts";

test.each([
  [0, 2, "bcad"],
  [3, 0, "dabc"],
  [1, 1, "abcd"],
])("an item moved from %i to %i", (from, to, order) => {
  expect(moved([..."abcd"], from, to).join("")).toBe(order);
});
