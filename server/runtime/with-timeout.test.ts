import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withTimeout } from "./with-timeout.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const late = () => new Error("too late");

test("returns the result of work that ends in time, and leaves no timer", async () => {
  expect(await withTimeout(100, Promise.resolve("done"), late)).toBe("done");
  expect(vi.getTimerCount()).toBe(0);
});

test("passes on the error of work that fails in time, and leaves no timer", async () => {
  await expect(withTimeout(100, Promise.reject(new Error("failed")), late)).rejects.toThrow(
    "failed",
  );
  expect(vi.getTimerCount()).toBe(0);
});

test("rejects when the time is up, and ignores a later failure", async () => {
  const work = Promise.withResolvers<void>();
  const result = withTimeout(100, work.promise, late);
  const refused = expect(result).rejects.toThrow("too late");
  await vi.advanceTimersByTimeAsync(100);
  await refused;
  work.reject(new Error("nobody listens"));
});
