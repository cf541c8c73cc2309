import { afterEach, expect, test, vi } from "vitest";
import { createLog } from "#server/runtime/log.ts";
import { createRefusedLog } from "./refused.ts";

afterEach(() => {
  vi.useRealTimers();
});

function logged() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const logRefused = createRefusedLog();
  return {
    lines,
    refuse: (address: string, reason = "bad_address", path = "/") =>
      logRefused(log, { address, reason, path, requestId: "r-1" }),
  };
}

test("logs the address and the reason of a refusal", () => {
  const { lines, refuse } = logged();
  refuse("7.7.7.7", "too_large", `/${"x".repeat(9_000)}`);
  expect(lines).toMatchObject([
    { level: "info", address: "7.7.7.7", reason: "too_large", requestId: "r-1", msg: "refused" },
  ]);
  expect(lines[0]?.path).toHaveLength(200);
});

test("limits lines for each address, and counts the rest", () => {
  vi.useFakeTimers();
  const { lines, refuse } = logged();
  for (let i = 0; i < 1_000; i++) refuse("7.7.7.7");
  expect(lines).toHaveLength(100);
  refuse("7.7.7.7", "too_large");
  refuse("8.8.8.8");
  expect(lines).toHaveLength(102);
  vi.advanceTimersByTime(60_000);
  expect(lines.at(-1)).toMatchObject({
    requests: 900,
    msg: "some refused requests were not logged",
  });
  refuse("7.7.7.7");
  expect(lines).toHaveLength(104);
});

test("limits the total number of lines for any number of addresses", () => {
  const { lines, refuse } = logged();
  for (let i = 0; i < 5_000; i++) refuse(`2001:db8::${i.toString(16)}`);
  expect(lines).toHaveLength(2_000);
});

test("shortens the address on every line", () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const cut = createLog("info", { write }, () => "cut");
  createRefusedLog()(cut, { address: "7.7.7.7", reason: "too_large" });
  cut.child({ requestId: "r-1" }).warn({ address: "7.7.7.7" }, "busy");
  createRefusedLog()(
    createLog("info", { write }, () => undefined),
    {
      address: "7.7.7.7",
      reason: "too_large",
    },
  );
  expect(lines.map(({ address }) => address)).toEqual(["cut", "cut", undefined]);
  expect(JSON.stringify(lines)).not.toContain("7.7.7.7");
});
