import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { every } from "./jobs.ts";
import { createLog } from "./log.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Runs a job once a second that fails with these reasons in turn; undefined: it succeeds. */
async function logOf(reasons: (string | undefined)[]) {
  const lines: { msg: string; failures: number; err?: { message: string } }[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const left = [...reasons];
  const job = async () => {
    const reason = left.shift();
    if (reason) throw new Error(reason);
  };
  const stop = every(1, "sending emails", job, log);
  await vi.advanceTimersByTimeAsync(1000 * (reasons.length - 1));
  await stop();
  return lines.map(({ msg, failures, err }) => [msg, failures, err?.message]);
}

test("logs an outage ever less often, and its end", async () => {
  expect(await logOf([...Array<string>(9).fill("The database is away"), undefined])).toEqual([
    ["sending emails failed", 1, "The database is away"],
    ["sending emails failed", 2, "The database is away"],
    ["sending emails failed", 4, "The database is away"],
    ["sending emails failed", 8, "The database is away"],
    ["sending emails works again", 9, undefined],
  ]);
});

test("logs each new reason, and a failure after a success", async () => {
  expect(await logOf(["a", "a", "a", "b", undefined, "b"])).toEqual([
    ["sending emails failed", 1, "a"],
    ["sending emails failed", 2, "a"],
    ["sending emails failed", 4, "b"],
    ["sending emails works again", 4, undefined],
    ["sending emails failed", 1, "b"],
  ]);
});
