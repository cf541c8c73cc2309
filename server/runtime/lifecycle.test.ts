import { expect, test } from "vitest";
import { quickTurn } from "./lifecycle.ts";

/** Counts the turns until one takes `quickAfter` fewer milliseconds than the others. */
async function turnsUntilQuick(turns: number[]): Promise<number> {
  let time = 0;
  let asked = 0;
  await quickTurn(() => {
    // Asked before and after each turn.
    if (asked++ % 2 === 1) time += turns[(asked >> 1) - 1] ?? 100;
    return time;
  });
  return asked / 2;
}

test("waits for a turn of the event loop that does next to nothing", async () => {
  expect(await turnsUntilQuick([0.1])).toBe(1);
  expect(await turnsUntilQuick([40, 3, 0.1, 40])).toBe(3);
});

test("gives up waiting when every turn is busy", async () => {
  expect(await turnsUntilQuick([])).toBe(2_000);
});
