import type { Log } from "./log.ts";

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
