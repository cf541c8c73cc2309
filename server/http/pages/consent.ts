import type { IncomingHttpHeaders } from "node:http";
import { CONSENT_COOKIE } from "#contract/consent.ts";

/** The first such cookie, which the page's own script reads as well. */
const CHOICE = new RegExp(`(?:^|; *)${CONSENT_COOKIE}=([^;]*)`);

/** Whether the browser sends Global Privacy Control or Do Not Track. */
export const asksNotToBeTracked = (headers: IncomingHttpHeaders): boolean =>
  headers["sec-gpc"] === "1" || headers.dnt === "1";

/**
 * Whether a visitor allowed analytics. A browser that asks not to track counts as "Decline", whatever the
 * cookie says. Runs for each request of a page, and most visitors send no cookie.
 */
export const allowsAnalytics = (headers: IncomingHttpHeaders): boolean =>
  headers.cookie !== undefined &&
  !asksNotToBeTracked(headers) &&
  CHOICE.exec(headers.cookie)?.[1] === "allow";
