import { Hono } from "hono";
import type { Backend } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { plainAnswer } from "#server/http/plain-answer.ts";
import type { Log } from "#server/runtime/log.ts";

const READY_WITHIN_MS = 2_000;

/**
 * /healthz: the process lives. /readyz: the backend answers. Changes that go unheard are named, with
 * status 200: the process serves, only more slowly, and a cause that all processes share would
 * otherwise take all of them out at once (decision 0013).
 */
export const health = (backend: Backend, log: Log) =>
  new Hono<AppEnv>()
    .get("/healthz", () => plainAnswer(200, "ok"))
    .get("/readyz", async (c) => {
      const { promise: tooLate, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(reject, READY_WITHIN_MS, new Error("the backend did not answer"));
      try {
        await Promise.race([backend.ping(), tooLate]);
        return plainAnswer(
          200,
          (backend.hearsChanges() ? "ready" : UNHEARD[backend.kind]) + backedUp(backend.backups()),
        );
      } catch (err) {
        log.warn({ requestId: c.var.requestId, err }, "not ready");
        return plainAnswer(503, "The backend does not answer.");
      } finally {
        clearTimeout(timer);
      }
    });

/** An old backup takes nobody out of service: it is said, with status 200. */
function backedUp(known: ReturnType<Backend["backups"]>): string {
  if (!known) return "";
  const { proved, overdue } = known;
  const when = proved ? `last proved backup ${proved.toISOString()}` : "no proved backup yet";
  return `; ${when}${overdue ? " (overdue)" : ""}`;
}

const HEARTBEAT_LOST =
  "ready; but content changes are not heard (LISTEN), so pages are made anew every few seconds";
const UNHEARD = {
  embedded: HEARTBEAT_LOST,
  database: HEARTBEAT_LOST,
  // There nothing tells of changes, and pages are always renewed so.
  hosted: "ready",
};
