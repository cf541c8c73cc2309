import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withDeadline } from "./deadline.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("work that was given up begins no other step", async () => {
  const said: string[] = [];
  const answer = Promise.withResolvers<void>();
  let work = Promise.resolve();
  const result = withDeadline(
    60_000,
    new AbortController().signal,
    (line) => said.push(line),
    (progress) => {
      work = (async () => {
        progress.begin("looking at a folder");
        await answer.promise;
        progress.begin("copying");
      })();
      return work;
    },
  );
  vi.advanceTimersByTime(60_000);
  const sentence = "Stopped: no progress for 60 seconds while looking at a folder.";
  await expect(result).rejects.toThrow(sentence);
  answer.resolve();
  await expect(work).rejects.toThrow(sentence);
  expect(said).toEqual(["Looking at a folder"]);
});
