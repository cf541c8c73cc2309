import { expect, test, vi } from "vitest";
import { HttpError } from "#server/backend/http-error.ts";
import { createLog } from "#server/runtime/log.ts";
import { logRefusal, toRefusal } from "./refusals.ts";

test("answers any failure without its own message", () => {
  const refusal = new HttpError(403, "forbidden", "No.");
  expect(toRefusal(refusal)).toBe(refusal);
  expect(toRefusal(Object.assign(new Error("gone"), { code: "ECONNREFUSED" }))).toMatchObject({
    status: 503,
    code: "unreachable",
    message: "The database isn't responding.",
  });
  const broken = { code: "server_error", message: "Something went wrong. Please try again." };
  expect(toRefusal(new Error("secret"))).toMatchObject({ status: 500, ...broken });
  expect(toRefusal(undefined)).toMatchObject({ status: 500, ...broken });
});

test("logs by severity", () => {
  const log = createLog("silent");
  const logged: unknown[] = [];
  for (const level of ["debug", "info", "warn", "error"] as const)
    vi.spyOn(log, level).mockImplementation((about: unknown, words?: unknown) => {
      logged.push([level, about, words]);
    });
  const request = new Request(`http://site.test/${"a".repeat(300)}?token=secret`);
  const path = `/${"a".repeat(199)}`;
  const cause = new Error("why");
  const logOne = (refusal: HttpError, from = request) =>
    logRefusal(log, { request: from, refusal, cause, clientAddress: "7.7.7.7" });
  logOne(new HttpError(499, "odd", ""));
  logOne(new HttpError(400, "odd", "", {}, cause));
  logOne(new HttpError(503, "busy", ""));
  logOne(new HttpError(500, "server_error", ""));
  logOne(new HttpError(500, "busy", ""), new Request(request, { signal: AbortSignal.abort() }));
  const about = (status: number) => ({ method: "GET", path, status });
  const why = { address: "7.7.7.7" };
  expect(logged).toEqual([
    ["info", { ...about(499), ...why, reason: "odd" }, "refused"],
    ["info", { ...about(400), ...why, reason: "odd", err: cause }, "refused"],
    ["warn", { ...about(503), ...why, reason: "busy" }, "busy"],
    ["error", { ...about(500), err: cause }, "failed"],
    ["debug", { ...about(500), err: cause }, "canceled by the client"],
  ]);
});
