import { isSignedIn, storedAttribution } from "./stored.ts";

/** What a page reports of a visit (server/http/visits/beacon.ts). */
export type VisitEvent = "view" | "started" | "sent" | "booked" | "phone" | "email" | "vitals";

/**
 * Counts an event of this visit, without a cookie or an id. Nothing is sent for staff, and for visitors whose
 * browser asks sites not to track them.
 */
export function count(event: VisitEvent, vitals?: Record<string, number>) {
  if (navigator.globalPrivacyControl || navigator.doNotTrack === "1" || isSignedIn()) return;
  const { pathname: path } = location;
  navigator.sendBeacon?.(
    "/visits",
    JSON.stringify({ event, path, attribution: storedAttribution(), vitals }),
  );
}
