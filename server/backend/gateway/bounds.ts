import type { LaneName } from "./lanes.ts";
import type { LimitName } from "./limits.ts";

/** Who stands behind a request: a browser somewhere, a page that is being made, or a function. */
export type Asker = "browser" | "page" | "function";

export interface Bounds {
  lane: LaneName;
  /** left out: whoever asks is ours, and counted elsewhere */
  limit?: LimitName;
}

interface Asked {
  method: string;
  path: string;
  asks: Asker;
  /** an admin; who only has an account is a visitor here */
  staff: boolean;
}

/** What a request for tables and functions may use up, and what it counts as. */
export function restBounds({ method, path, asks, staff }: Asked): Bounds {
  if (asks === "function") return { lane: "functions" };
  const reads = method === "GET" || method === "HEAD";
  // A page reads for all its readers, but the message that it stores is one visitor's.
  if (asks === "page" && (reads || path === "/rpc/page_rows")) return { lane: "pages" };
  if (staff) return { lane: "staff", limit: "work" };
  if (path === "/contact_submissions" && !reads) return { lane: "writing", limit: "message" };
  if (path === "/rpc/booking_add") return { lane: "writing", limit: "booking" };
  return { lane: "reading", limit: "visit" };
}
