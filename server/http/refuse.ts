import type { Context } from "hono";
import type { Log } from "#server/runtime/log.ts";
import type { AppEnv } from "./app-env.ts";
import { plainAnswer } from "./plain-answer.ts";

export interface RefusedRequest {
  /** the visitor's, after TRUST_PROXY hops: what an operator blocks */
  address: string;
  requestId: string;
  /** a short machine-readable word, e.g. `wrong_password`, `over_request_rate_limit` */
  reason: string;
  /** what was asked for, without its query */
  path?: string | undefined;
}

/** One line for a request that was turned away, so that an operator can see who knocks, and block. */
export const logRefused = (log: Log, { address, requestId, reason, path }: RefusedRequest) =>
  log.info({ address, reason, requestId, ...(path !== undefined && { path }) }, "refused");

/** Answers a request that reaches no page with a sentence, and notes the reason for the log. */
export function refuse(
  c: Context<AppEnv>,
  reason: string,
  status: number,
  sentence: string,
  headers?: Record<string, string>,
): Response {
  c.set("refused", reason);
  return plainAnswer(status, sentence, headers);
}
