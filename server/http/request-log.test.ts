import { expect, test } from "vitest";
import { maskIp, maskRefusedIp } from "#server/limits/mask-ip.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { type Answered, createRequestLog } from "./request-log.ts";

const ASKED: Answered = {
  method: "GET",
  path: "/services",
  status: 200,
  ms: 7.4,
  source: "kept",
  address: "203.0.113.77",
};

interface Settings {
  sample?: number;
  address?: "full" | "cut" | "none";
  level?: "silent" | "error" | "info";
  random?: () => number;
}

/** The log lines of requests, with a test's settings. */
function logged({
  sample = 1,
  address = "full",
  level = "info",
  random = () => 0.5,
}: Settings = {}) {
  const lines: Record<string, unknown>[] = [];
  let time = Date.parse("2026-11-22T10:00:00Z");
  const logRequest = createRequestLog({
    log: createLog(level),
    out: { write: (line) => void lines.push(JSON.parse(line)) },
    maskIp: maskIp(address),
    sample,
    random,
    now: () => time,
  });
  return {
    lines,
    logRequest: (answered: Partial<Answered> = {}) => logRequest({ ...ASKED, ...answered }),
    wait: (ms: number) => {
      time += ms;
    },
  };
}

test("logs a cached page like any other", () => {
  const { lines, logRequest } = logged();
  logRequest();
  logRequest({ source: "rendered", requestId: "7b0c5d7e-0000-4000-8000-000000000000" });
  const line = {
    level: "info",
    time: "2026-11-22T10:00:00.000Z",
    address: "203.0.113.77",
    method: "GET",
    path: "/services",
    status: 200,
    ms: 7,
    source: "kept",
    msg: "request",
  };
  expect(lines).toEqual([
    line,
    { ...line, source: "rendered", requestId: "7b0c5d7e-0000-4000-8000-000000000000" },
  ]);
});

test("logs no preview token, and bounds and escapes paths", () => {
  const { lines, logRequest } = logged();
  logRequest({ path: "/preview/abcdefgh/pricing" });
  logRequest({ path: "/preview/abcdefgh" });
  logRequest({ path: "/unsubscribe/abcdefgh" });
  logRequest({ path: `/"\n{"level":"error"}${"x".repeat(9_000)}` });
  expect(lines[0]?.path).toBe("/preview/abcd…/pricing");
  expect(lines[1]?.path).toBe("/preview/abcd…");
  expect(lines[2]?.path).toBe("/unsubscribe/abcd…");
  expect(lines[3]).toMatchObject({
    level: "info",
    path: expect.stringMatching(/^\/"\n\{"level":"error"\}x{180}$/),
  });
});

test("masks a visitor's address once, and remembers a bounded number of short ones", () => {
  const masked: string[] = [];
  const logRequest = createRequestLog({
    log: createLog("info"),
    out: { write: () => {} },
    sample: 1,
    maskIp(address) {
      masked.push(address);
      return address;
    },
  });
  const from = (address: string) => logRequest({ ...ASKED, address });
  from("203.0.113.77");
  from("203.0.113.77");
  expect(masked).toHaveLength(1);
  for (let n = 0; n < 256; n++) from(`198.51.100.${n}`);
  from("203.0.113.77");
  expect(masked).toHaveLength(258);
  const long = "x".repeat(201);
  from(long);
  from(long);
  expect(masked).toHaveLength(260);
});

test("logs a failure as an error, unless the client disconnected", () => {
  const { lines, logRequest } = logged();
  logRequest({ status: 500 });
  logRequest({ status: 500, aborted: true });
  expect(lines.map(({ level }) => level)).toEqual(["error", "info"]);
});

test("logs a sample, and all failures and slow requests", () => {
  const { lines, logRequest } = logged({ sample: 0.01, random: () => 0.01 });
  logRequest();
  logRequest({ status: 404 });
  logRequest({ status: 503 });
  logRequest({ ms: 1_000 });
  expect(lines.map(({ status, ms }) => [status, ms])).toEqual([
    [503, 7],
    [200, 1_000],
  ]);
  const lucky = logged({ sample: 0.01, random: () => 0.0099 });
  lucky.logRequest();
  expect(lucky.lines).toHaveLength(1);
  const never = logged({ sample: 0, random: () => 0 });
  never.logRequest();
  expect(never.lines).toHaveLength(0);
});

test("limits log lines of repeated failures", () => {
  const { lines, logRequest, wait } = logged({ sample: 0.01 });
  for (let i = 0; i < 1_000; i++) logRequest({ status: 503 });
  expect(lines).toHaveLength(50);
  wait(1_000);
  logRequest({ status: 503 });
  expect(lines).toHaveLength(51);
});

test("logs only failures at level error, and nothing at silent", () => {
  const { lines, logRequest } = logged({ level: "error" });
  logRequest();
  logRequest({ status: 500 });
  expect(lines.map(({ status }) => status)).toEqual([500]);
  const silent = logged({ level: "silent" });
  silent.logRequest({ status: 500 });
  expect(silent.lines).toEqual([]);
});

test("logs the full address, a truncated one or none", () => {
  const seen = (address: "full" | "cut" | "none", given: string) => {
    const { lines, logRequest } = logged({ address });
    logRequest({ address: given });
    return lines[0]?.address;
  };
  expect(seen("full", "203.0.113.77")).toBe("203.0.113.77");
  expect(seen("cut", "203.0.113.77")).toBe("203.0.113.0/24");
  expect(seen("cut", "::ffff:203.0.113.77")).toBe("203.0.113.0/24");
  expect(seen("cut", "2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(seen("cut", "2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(seen("cut", "fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  expect(seen("cut", "Dana Miller, 5 Oak Street")).toBeUndefined();
  expect(seen("none", "203.0.113.77")).toBeUndefined();
  expect(seen("full", "x".repeat(9_000))).toHaveLength(64);
});

test("truncates addresses by default, except for refused requests", () => {
  const { logAddress } = readEnv({});
  expect(maskIp(logAddress)("203.0.113.77")).toBe("203.0.113.0/24");
  expect(maskRefusedIp(logAddress)("203.0.113.77")).toBe("203.0.113.77");
});

test("applies full or none to refused requests too", () => {
  expect(maskRefusedIp("full")("203.0.113.77")).toBe("203.0.113.77");
  expect(maskRefusedIp("none")("203.0.113.77")).toBeUndefined();
});
