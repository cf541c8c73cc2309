import { GCProfiler, type GCProfilerResult } from "node:v8";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gcWhenIdle } from "./gc-when-idle.ts";

type Memory = NodeJS.MemoryUsage;
const MB = 1024 * 1024;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A process whose CPU use and heap are set by the test. */
function idleProcess() {
  const state = { used: 0, heap: 40 * MB };
  const collect = vi.fn(() => {
    state.heap = 42 * MB;
  });
  const stop = gcWhenIdle({ used: () => state.used, heap: () => state.heap, collect });
  const look = ({ worked, heap = state.heap }: { worked: number; heap?: number }) => {
    Object.assign(state, { used: state.used + worked, heap });
    vi.advanceTimersByTime(10_000);
  };
  return { state, collect, look, stop };
}

/** The same after its start, whose garbage is collected. */
function startedProcess() {
  const parts = idleProcess();
  parts.look({ worked: 9_000 });
  expect(parts.collect, "it still starts").not.toHaveBeenCalled();
  parts.look({ worked: 0 });
  expect(parts.collect).toHaveBeenCalledOnce();
  parts.collect.mockClear();
  return parts;
}

test("collects memory once after the start and after work, when idle", () => {
  const { collect, look } = startedProcess();
  look({ worked: 9_000, heap: 200 * MB });
  look({ worked: 200 });
  expect(collect, "it still works").not.toHaveBeenCalled();
  look({ worked: 199 });
  expect(collect).toHaveBeenCalledOnce();
  look({ worked: 0 });
  expect(collect, "there is nothing more to give").toHaveBeenCalledOnce();
  look({ worked: 9_000, heap: 67 * MB });
  look({ worked: 0 });
  expect(collect).toHaveBeenCalledTimes(2);
});

test("ignores small growth, and stops checking when stopped", () => {
  const { collect, look, stop } = startedProcess();
  look({ worked: 0, heap: 63 * MB });
  expect(collect).not.toHaveBeenCalled();
  stop();
  look({ worked: 0, heap: 200 * MB });
  expect(collect).not.toHaveBeenCalled();
});

test("collects garbage once the heap has grown", () => {
  const heap = vi.spyOn(process, "memoryUsage").mockReturnValue({ heapTotal: 40 * MB } as Memory);
  vi.spyOn(process, "cpuUsage").mockReturnValue({ user: 0, system: 0 });
  const stop = gcWhenIdle();
  vi.advanceTimersByTime(10_000);
  heap.mockReturnValue({ heapTotal: 64 * MB } as Memory);
  const profiler = new GCProfiler();
  profiler.start();
  vi.advanceTimersByTime(10_000);
  const { statistics } = profiler.stop() as GCProfilerResult;
  expect(statistics.map(({ gcType }) => gcType)).toContain("MarkSweepCompact");
  stop();
});
