import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import type { AppEnv } from "#server/http/app-env.ts";
import { refuse } from "#server/http/refuse.ts";
import { createLog } from "#server/runtime/log.ts";
import { requestLog } from "./request-log.ts";

function logged() {
  const log = createLog("silent");
  const told: [level: string, fields: unknown, message: unknown][] = [];
  for (const level of ["debug", "info", "error"] as const)
    vi.spyOn(log, level).mockImplementation((fields: unknown, message?: unknown) => {
      told.push([level, fields, message]);
    });
  const app = new Hono<AppEnv>()
    .use((c, next) => {
      c.set("requestId", "r-1");
      c.set("clientAddress", "7.7.7.7");
      return next();
    })
    .use(requestLog(log))
    .get("/ok", (c) => c.text("ok"))
    .get("/preview/*", (c) => c.text("ok"))
    .get("/ill", (c) => c.text("ill", 500))
    .get("/no", (c) => refuse(c, "bad_address", 400, "No."));
  return { app, told };
}
const line = (path: string, status: number) => ({
  ...{ requestId: "r-1", method: "GET", path, status },
  ms: expect.any(Number),
});

test("a request is one line, and what it asked in its query is not in it", async () => {
  const { app, told } = logged();
  vi.spyOn(performance, "now").mockReturnValueOnce(1_000).mockReturnValueOnce(1_007.4);
  await app.request("/ok?token=secret");
  expect(told).toEqual([["debug", { ...line("/ok", 200), ms: 7 }, "request"]]);
});

test("who reads the log can open no preview", async () => {
  const { app, told } = logged();
  await app.request("/preview/abcdefgh/pricing");
  await app.request("/preview/abcdefgh");
  expect(told.map(([, fields]) => fields)).toMatchObject([
    { path: "/preview/abcd…/pricing" },
    { path: "/preview/abcd…" },
  ]);
});

test("a failure is an error, unless its client went away", async () => {
  const { app, told } = logged();
  await app.request("/ill");
  await app.request(new Request("http://site.test/ill", { signal: AbortSignal.abort() }));
  expect(told).toEqual([
    ["error", line("/ill", 500), "request"],
    ["debug", line("/ill", 500), "request"],
  ]);
});

test("a refusal names the address that it came from, and why", async () => {
  const { app, told } = logged();
  await app.request("/no?token=secret");
  expect(told).toEqual([
    [
      "info",
      { address: "7.7.7.7", requestId: "r-1", reason: "bad_address", path: "/no" },
      "refused",
    ],
    ["debug", line("/no", 400), "request"],
  ]);
});
