import type { IncomingHttpHeaders } from "node:http";
import { CONSENT_COOKIE } from "#contract/consent.ts";

/** The first such cookie, which the page's own script reads as well. */
const CHOICE = new RegExp(`(?:^|; *)${CONSENT_COOKIE}=([^;]*)`);

/**
 * Whether a visitor allowed analytics. Global Privacy Control and Do Not Track count as "Decline", whatever
 * the cookie says. Runs for each request of a page, and most visitors send no cookie.
 */
export const allowsAnalytics = (headers: IncomingHttpHeaders): boolean =>
  headers.cookie !== undefined &&
  headers["sec-gpc"] !== "1" &&
  headers.dnt !== "1" &&
  CHOICE.exec(headers.cookie)?.[1] === "allow";
