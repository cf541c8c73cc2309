import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import type { AppEnv } from "#server/http/app-env.ts";
import { createLog } from "#server/runtime/log.ts";
import { failed } from "./failed.ts";

test("answers an unexpected error with a request id, and no detail", async () => {
  const log = createLog("silent");
  const logged = vi.spyOn(log, "error");
  const err = new Error("column x does not exist");
  const app = new Hono<AppEnv>()
    .use((c, next) => {
      c.set("requestId", "r-17");
      return next();
    })
    .get("/", () => {
      throw err;
    })
    .onError(failed(log));
  const answer = await app.request("/");
  expect([answer.status, await answer.text()]).toEqual([
    500,
    "Something went wrong on our end. Please try again. (Request r-17)\n",
  ]);
  expect(logged).toHaveBeenCalledWith({ requestId: "r-17", err }, "a request failed");
});
