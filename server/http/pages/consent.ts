import type { IncomingHttpHeaders } from "node:http";
import { CONSENT_COOKIE } from "#contract/consent.ts";

const ALLOWED = new RegExp(`(?:^|;) *${CONSENT_COOKIE}=allow *(?:;|$)`);

/**
 * Whether a visitor allowed analytics. Global Privacy Control and Do Not Track count as "Decline", whatever
 * the cookie says. Runs for each request of a page, and most visitors send no cookie.
 */
export const allowsAnalytics = (headers: IncomingHttpHeaders): boolean =>
  headers.cookie !== undefined &&
  headers["sec-gpc"] !== "1" &&
  headers.dnt !== "1" &&
  ALLOWED.test(headers.cookie);
