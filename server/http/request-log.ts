import type { Log } from "#server/runtime/log.ts";
import type { LogStream } from "#server/runtime/log-stream.ts";
import { withoutToken } from "./preview/link-path.ts";

/** A request that has its answer. */
export interface Answered {
  method: string;
  /** without its query */
  path: string;
  status: number;
  /** until the answer began, in milliseconds */
  ms: number;
  /** where the answer came from */
  source: Source;
  /** the visitor's, after TRUST_PROXY hops */
  address: string;
  /** left out where nothing else is logged of it */
  requestId?: string;
  /** its client had gone */
  aborted?: boolean;
}

/** kept: made before; file: of the build; rendered: made again; api: of the backend; other: refusals and the like */
export type Source = "kept" | "file" | "rendered" | "api" | "other";

interface RequestLogOptions {
  log: Log;
  out: Pick<LogStream, "write">;
  /** which part of the ordinary ones gets a line, from 0 to 1 */
  sample: number;
  /** what of an address is written */
  maskIp: (address: string) => string | undefined;
  random?: () => number;
  now?: () => number;
}

/** A request that took longer has its line, whatever the sample says. */
const SLOW_MS = 1_000;
/** Lines beside the sample: anyone who can make the server fail or wait could fill the disk with them. */
const BESIDE_A_SECOND = 50;
const LONGEST_PATH = 200;

/**
 * One line a request at `info`, of failures at `error`. Queries are left out, and of a preview's address its
 * token. The line is put together here and not by pino, which takes four times as long: a kept page is
 * answered in 20 microseconds.
 */
export function createRequestLog(options: RequestLogOptions) {
  const { log, out, sample, maskIp, random = Math.random, now = Date.now } = options;
  const all = log.isLevelEnabled("info");
  if (!all && !log.isLevelEnabled("error")) return () => {};
  let second = 0;
  let beside = 0;
  let [stampedAt, stamp] = [0, ""];

  function stampOf(time: number): string {
    if (time !== stampedAt) [stampedAt, stamp] = [time, new Date(time).toISOString()];
    return stamp;
  }

  /** Failures and slow ones, as many as a second may have. */
  function isBeside(failed: boolean, ms: number, time: number): boolean {
    if (!failed && ms < SLOW_MS) return false;
    const this_second = Math.floor(time / 1000);
    if (this_second !== second) [second, beside] = [this_second, 0];
    beside += 1;
    return beside <= BESIDE_A_SECOND;
  }

  return ({ method, path, status, ms, source, address, requestId, aborted }: Answered): void => {
    const failed = status >= 500 && !aborted;
    const time = now();
    const sampled = sample >= 1 || random() < sample;
    if (!(failed || all) || !(sampled || isBeside(failed, ms, time))) return;
    const kept = maskIp(address);
    const of = withoutToken(path).slice(0, LONGEST_PATH);
    out.write(
      `{"level":"${failed ? "error" : "info"}","time":"${stampOf(time)}"${requestId ? `,"requestId":"${requestId}"` : ""}${
        kept === undefined ? "" : `,"address":${JSON.stringify(kept)}`
      },"method":"${method}","path":${JSON.stringify(of)},"status":${status},"ms":${Math.round(ms)},"source":"${source}","msg":"request"}\n`,
    );
  };
}
