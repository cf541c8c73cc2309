import type { Log } from "#server/runtime/log.ts";
import { requestRefused } from "#server/runtime/signals.ts";

export interface RefusedRequest {
  /** the visitor's address, after TRUST_PROXY hops: what an operator blocks */
  address: string;
  /** a short machine-readable word, e.g. `invalid_credentials`, `over_request_rate_limit` */
  reason: string;
  requestId?: string;
  method?: string;
  /** the requested path, without its query */
  path?: string | undefined;
  status?: number;
  err?: unknown;
}

/** Lines per minute for one address and reason: enough to block it. */
const EACH = 100;
/** Combinations of address and reason that get lines per minute. */
const KINDS = 2_000;
const MINUTE_MS = 60_000;

const LONGEST_PATH = 200;

/** Limits what strangers can make the log write: the rest is only counted. */
export function createRefusedLog() {
  let lines = new Map<string, number>();
  let suppressed = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Whether this kind has a line left. */
  function hasLine(kind: string, log: Log): boolean {
    const before = lines.get(kind) ?? 0;
    if (timer === undefined) timer = setTimeout(nextMinute, MINUTE_MS, log).unref();
    if (before >= EACH || (before === 0 && lines.size >= KINDS)) return false;
    lines.set(kind, before + 1);
    return true;
  }

  function nextMinute(log: Log) {
    timer = undefined;
    lines = new Map();
    if (suppressed > 0) log.info({ requests: suppressed }, "some refused requests were not logged");
    suppressed = 0;
  }

  /** Logs one line for a refused request, so that an operator can see the source and block it. */
  return (log: Log, { path, ...refused }: RefusedRequest): void => {
    if (requestRefused.hasListeners()) requestRefused.publish(refused.reason);
    if (hasLine(`${refused.reason} ${refused.address}`, log))
      log.info(
        { ...refused, ...(path !== undefined && { path: path.slice(0, LONGEST_PATH) }) },
        "refused",
      );
    else suppressed += 1;
  };
}

export const logRefused = createRefusedLog();
