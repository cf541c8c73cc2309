import { LIMITERS, type LimiterName } from "./concurrency-limiter.ts";
import type { LimitName } from "./limits.ts";
import { rpcBounds } from "./operations/index.ts";

/** Where a request comes from: a browser, a page that is being rendered, or a function. */
export type Requester = "browser" | "page" | "function";

export interface Bounds {
  limiter: LimiterName;
  /** omitted: all callers are ours, and counted elsewhere */
  limit?: LimitName;
  /** bytes of the largest body */
  request: number;
  /** bytes of the largest response */
  answer: number;
  /** only a page that is being rendered may request this */
  forPages: boolean;
}

interface Asked {
  method: string;
  path: string;
  asks: Requester;
  /** an admin; people with only an account count as visitors here */
  staff: boolean;
}

/**
 * The resource limits of a request for tables and functions, and the rate limit it counts toward.
 * @throws HttpError 404 for a function without a row in operations/index.ts
 */
export function restBounds(asked: Asked): Bounds {
  const { limiter, limit } = limiterOf(asked);
  const name = /^\/rpc\/(.*)$/.exec(asked.path)?.[1];
  const rpc = name === undefined ? undefined : rpcBounds(name);
  const { request, answer } = LIMITERS[limiter];
  return {
    limiter,
    request: (asked.asks === "function" ? rpc?.request : undefined) ?? request,
    answer: rpc?.answer ?? answer,
    forPages: rpc?.who === "page",
    ...(limit && { limit }),
  };
}

function limiterOf({ method, path, asks, staff }: Asked): {
  limiter: LimiterName;
  limit?: LimitName;
} {
  if (asks === "function") return { limiter: "functions" };
  const reads = method === "GET" || method === "HEAD";
  // A page's reads serve all its visitors, but a message that it stores is one visitor's.
  if (asks === "page" && (reads || path === "/rpc/page_rows")) return { limiter: "pages" };
  if (staff) return { limiter: "staff", limit: "work" };
  if (path === "/contact_submissions" && !reads) return { limiter: "writing", limit: "message" };
  if (path === "/rpc/booking_add") return { limiter: "writing", limit: "booking" };
  if (path === "/rpc/preview_comment_add") return { limiter: "writing", limit: "comment" };
  if (path === "/rpc/preview_link_open") return { limiter: "previews", limit: "visit" };
  return { limiter: "reading", limit: "visit" };
}
