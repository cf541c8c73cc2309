import { expect, test } from "vitest";
import { edgeSpeed } from "./use-reordering.ts";

test("scrolls faster nearer the edge, and not in the middle", () => {
  expect(edgeSpeed(400, 800)).toBe(0);
  expect(edgeSpeed(790, 800)).toBeGreaterThan(edgeSpeed(740, 800));
  expect(edgeSpeed(740, 800)).toBeGreaterThan(0);
  expect(edgeSpeed(10, 800)).toBe(-edgeSpeed(790, 800));
  expect(edgeSpeed(-50, 800)).toBe(edgeSpeed(0, 800));
});
