import type { LogStream } from "#server/runtime/log/stream.ts";
import type { Log } from "#server/runtime/log.ts";

/** A request with its response. */
export interface Answered {
  method: string;
  /** without its query */
  path: string;
  status: number;
  /** time until the response began, in milliseconds */
  ms: number;
  /** where the answer came from */
  source: Source;
  /** the visitor's address, after TRUST_PROXY hops */
  address: string;
  /** omitted if nothing else is logged about the request */
  requestId?: string;
  /** the client had disconnected */
  aborted?: boolean;
}

/** kept: from cache; file: from the build; rendered: rendered now; api: backend; other: refusals etc. */
export type Source = "kept" | "file" | "rendered" | "api" | "other";

interface RequestLogOptions {
  log: Log;
  out: Pick<LogStream, "write">;
  /** fraction of ordinary requests that are logged, from 0 to 1 */
  sample: number;
  /** masks an address for the log */
  maskIp: (address: string) => string | undefined;
  random?: () => number;
  now?: () => number;
}

/** A slower request is logged even if it isn't in the sample. */
const SLOW_MS = 1_000;
/** Lines per second outside the sample: clients that cause errors must not fill the disk. */
const UNSAMPLED_A_SECOND = 50;
const LONGEST_PATH = 200;
/** Parts of lines that are remembered: a few pages and addresses make most lines. */
const REMEMBERED = 256;

/** Remembers the results of `make` for short texts, at most `REMEMBERED` of them. */
function remember(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const part = make(text);
    if (text.length > LONGEST_PATH) return part;
    if (made.size >= REMEMBERED) made.clear();
    made.set(text, part);
    return part;
  };
}

const WITH_TOKEN = /^\/(?<what>preview|unsubscribe)\/(?<token>[^/]+)(?<rest>\/.*)?$/;

/** Redacts tokens for logs, so that log readers can't open previews or turn off anyone's emails. */
export const withoutToken = (path: string): string =>
  path.replace(
    WITH_TOKEN,
    (_, what: string, token: string, rest = "") => `/${what}/${token.slice(0, 4)}…${rest}`,
  );

/**
 * Logs one line per request, at `info`, and failures at `error`. Omits queries and preview tokens. Formats
 * the line here because pino takes four times as long, and a cached page is served in 20 microseconds.
 */
export function createRequestLog(options: RequestLogOptions) {
  const { log, out, sample, maskIp, random = Math.random, now = Date.now } = options;
  const all = log.isLevelEnabled("info");
  if (!all && !log.isLevelEnabled("error")) return () => {};
  let second = 0;
  let unsampled = 0;
  let [stampedAt, stamp] = [0, ""];

  const addressPart = remember((address) => {
    const masked = maskIp(address);
    return masked === undefined ? "" : `,"address":${JSON.stringify(masked)}`;
  });
  const pathPart = remember((path) => JSON.stringify(withoutToken(path).slice(0, LONGEST_PATH)));

  function stampOf(time: number): string {
    if (time !== stampedAt) [stampedAt, stamp] = [time, new Date(time).toISOString()];
    return stamp;
  }

  /** Whether a failed or slow request still fits into this second's limit. */
  function isWorthLogging(failed: boolean, ms: number, time: number): boolean {
    if (!failed && ms < SLOW_MS) return false;
    const this_second = Math.floor(time / 1000);
    if (this_second !== second) [second, unsampled] = [this_second, 0];
    unsampled += 1;
    return unsampled <= UNSAMPLED_A_SECOND;
  }

  return ({ method, path, status, ms, source, address, requestId, aborted }: Answered): void => {
    const failed = status >= 500 && !aborted;
    const time = now();
    const sampled = sample >= 1 || random() < sample;
    if (!(failed || all) || !(sampled || isWorthLogging(failed, ms, time))) return;
    out.write(
      `{"level":"${failed ? "error" : "info"}","time":"${stampOf(time)}"${
        requestId ? `,"requestId":"${requestId}"` : ""
      }${addressPart(address)},"method":"${method}","path":${pathPart(path)},"status":${status},"ms":${Math.round(ms)},"source":"${source}","msg":"request"}\n`,
    );
  };
}
