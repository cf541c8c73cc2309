import { expect, test } from "vitest";
import { edgeSpeed, targetAt } from "./use-reordering.ts";

test("scrolls faster nearer the edge, and not in the middle", () => {
  expect(edgeSpeed(400, 800)).toBe(0);
  expect(edgeSpeed(790, 800)).toBeGreaterThan(edgeSpeed(740, 800));
  expect(edgeSpeed(740, 800)).toBeGreaterThan(0);
  expect(edgeSpeed(10, 800)).toBe(-edgeSpeed(790, 800));
  expect(edgeSpeed(-50, 800)).toBe(edgeSpeed(0, 800));
});

/** Rows of 40 px, from the top down. */
const rows = Array.from({ length: 6 }, (_, at) => ({
  left: 0,
  right: 100,
  top: at * 40,
  bottom: (at + 1) * 40,
}));

test.each([
  ["up, past a row's middle", 5, 45, 1],
  ["up, into the near half of a row", 5, 75, 2],
  ["down, past a row's middle", 0, 195, 4],
  ["down, into the near half of a row", 0, 165, 3],
  ["into the near half of the next row", 2, 125, 2],
  ["over itself", 2, 100, undefined],
  ["outside of all rows", 2, 300, undefined],
])("a drag goes %s", (_, at, y, to) => {
  expect(targetAt(rows, at, 50, y)).toBe(to);
});

test("a drag in a grid depends on the column", () => {
  const cards = [0, 100, 200].map((left) => ({ left, right: left + 100, top: 0, bottom: 40 }));
  expect(targetAt(cards, 2, 30, 20)).toBe(0);
  expect(targetAt(cards, 2, 70, 20)).toBe(1);
});
