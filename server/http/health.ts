import { Hono } from "hono";
import type { Backend } from "../backend/types.ts";
import type { Log } from "../log.ts";
import type { AppEnv } from "./app-env.ts";
import { plainAnswer } from "./plain-answer.ts";

const READY_WITHIN_MS = 2_000;

/** /healthz: the process lives. /readyz: the backend answers. */
export const health = (backend: Backend, log: Log) =>
  new Hono<AppEnv>()
    .get("/healthz", () => plainAnswer(200, "ok"))
    .get("/readyz", async (c) => {
      const { promise: tooLate, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(reject, READY_WITHIN_MS, new Error("the backend did not answer"));
      try {
        await Promise.race([backend.ping(), tooLate]);
        return plainAnswer(200, "ready");
      } catch (err) {
        log.warn({ requestId: c.var.requestId, err }, "not ready");
        return plainAnswer(503, "The backend does not answer.");
      } finally {
        clearTimeout(timer);
      }
    });
