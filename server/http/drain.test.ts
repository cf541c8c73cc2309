import { expect, test } from "vitest";
import { drainFor } from "./drain.ts";

test.each([
  ["nobody ever asked", [], 0],
  ["somebody asked once", [99_000], 0],
  ["anyone who asked has stopped", [10_000, 11_000, 12_000], 0],
  ["a proxy asks each second: three answers of no, and a little", [97_500, 98_500, 99_500], 3_500],
  ["two proxies: the longest they leave", [96_000, 96_100, 98_000, 98_100, 99_900], 6_200],
  ["a proxy asks every ten seconds: as long as there is time", [75_000, 85_000, 95_000], 8_000],
])("%s", (_, asked, ms) => {
  expect(drainFor(asked, 100_000)).toBe(ms);
});
