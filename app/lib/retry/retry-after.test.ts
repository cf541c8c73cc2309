import { afterEach, expect, test, vi } from "vitest";
import { backoffMs, noteRetryAfter, retryAfterMs } from "./retry-after.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

afterEach(() => void vi.useRealTimers());

test.each([
  [null, 0],
  ["7", 7_000],
  ["0", 0],
  ["Sat, 21 Nov 2026 12:00:30 GMT", 30_000],
  ["Sat, 21 Nov 2026 11:00:00 GMT", 0],
  ["soon", 0],
  ["86400", 300_000],
])("Retry-After %j asks for %i ms", (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms);
});

test("remembers only temporary refusals", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const answer = (status: number) =>
    new Response(null, { status, headers: { "retry-after": "9" } });
  noteRetryAfter(answer(200));
  expect(backoffMs()).toBe(0);
  noteRetryAfter(answer(503));
  expect(backoffMs()).toBe(9_000);
  // The last response counts, and this one has no Retry-After.
  noteRetryAfter(new Response(null, { status: 503 }));
  expect(backoffMs()).toBe(0);
});

test.each(["7 seconds", "in 7"])("%j is neither seconds nor a date", (header) => {
  expect(retryAfterMs(header, now)).toBe(0);
});
