import { expect, test } from "vitest";
import { formatDuration } from "./facts-card.tsx";

test.each([
  [59, "0 minutes"],
  [60, "1 minute"],
  [7_199, "119 minutes"],
  [7_200, "2 hours"],
  [172_800, "2 days"],
  [300_000_000, "3,472 days"],
])("%i seconds are %s", (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});
