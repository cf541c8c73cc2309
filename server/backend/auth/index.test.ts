import { expect, test } from "vitest";
import { createMinimumDuration } from "./index.ts";

/** The time at which the response arrives when its work takes `ms` milliseconds. */
async function answeredAt(ms: number, work: () => unknown = () => undefined) {
  let now = 5_000;
  const pass = async (ms: number) => {
    now += ms;
  };
  const minimumDuration = createMinimumDuration({ now: () => now, sleep: pass });
  await minimumDuration
    .run(async () => {
      await pass(ms);
      return work();
    })
    .catch(() => undefined);
  return now - 5_000;
}

test.each([0, 1, 60, 299])("sends a response that took %i ms after 300", async (ms) => {
  expect(await answeredAt(ms)).toBe(300);
});

test.each([
  [300, 600],
  [301, 600],
  [599, 600],
  [650, 900],
])("sends a late response that took %i ms after %i", async (ms, at) => {
  expect(await answeredAt(ms)).toBe(at);
});

test("delays a failure like a response", async () => {
  const fail = () => {
    throw new Error("no mail server");
  };
  expect(await answeredAt(120, fail)).toBe(300);
});
