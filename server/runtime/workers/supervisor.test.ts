import { expect, test, vi } from "vitest";
import { createLog } from "#server/runtime/log.ts";
import { createSupervisor } from "./supervisor.ts";

/** Workers that are ready at once and end when the test says so, and what happens to them. */
function supervised() {
  const happened: string[] = [];
  const ends: (() => void)[] = [];
  const stopping = new AbortController();
  const pause = Promise.withResolvers<void>();
  const kill = vi.fn();
  const supervisor = createSupervisor({
    startWorker(index) {
      happened.push(`start ${index}`);
      const ended = Promise.withResolvers<{ code: number; signal: null }>();
      ends.push(() => ended.resolve({ code: 1, signal: null }));
      const worker = { process: { kill } } as never;
      return { worker, ready: Promise.resolve([]), ended: ended.promise };
    },
    stop: stopping.signal,
    log: createLog("silent"),
    pause(ms) {
      happened.push(`pause ${ms}`);
      return pause.promise;
    },
  });
  return { supervisor, happened, ends, stopping, pause, kill };
}

test("keeps the worker that replaced another one during its pause, and watches it", async () => {
  const { supervisor, happened, ends, pause } = supervised();
  supervisor.add();
  supervisor.keepAllRunning();
  ends[0]?.();
  await vi.waitFor(() => expect(happened).toEqual(["start 0", "pause 200"]));
  await supervisor.replaceAll();
  ends[1]?.();
  pause.resolve();
  await vi.waitFor(() => expect(happened.length).toBeGreaterThan(3));
  expect(happened.slice(0, 4)).toEqual(["start 0", "pause 200", "start 0", "pause 200"]);
});

test("starts no worker once the site is stopping", async () => {
  const { supervisor, happened, ends, stopping, kill } = supervised();
  supervisor.add();
  supervisor.add();
  kill.mockImplementation(() => {
    stopping.abort();
    ends[0]?.();
  });
  await supervisor.replaceAll();
  expect(happened).toEqual(["start 0", "start 1", "start 0"]);
});
