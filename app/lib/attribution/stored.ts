import { type Attribution, readTouch, withTouch } from "./touch.ts";

const KEY = "attribution";

/** supabase-js's session key. Staff visits must not count as visitors'. */
const SESSION = /^sb-.+-auth-token$/;

/** Whether someone is signed in in this browser; false if storage is blocked. */
export function isSignedIn(): boolean {
  try {
    return Object.keys(localStorage).some((key) => SESSION.test(key));
  } catch {
    return false;
  }
}

/**
 * Records this arrival for the lifetime of the tab. Reloads and Back don't count as arrivals. If
 * storage is full or blocked, nothing is recorded.
 */
export function rememberArrival() {
  if (isSignedIn()) return;
  try {
    const known = read();
    const [way] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (known && way && way.type !== "navigate") return;
    const touch = readTouch(location, document.referrer);
    sessionStorage.setItem(KEY, JSON.stringify(withTouch(known, touch)));
  } catch {
    // Leads from this visit then have no source.
  }
}

/** Where this tab came from; null if unknown, or if staff are signed in. */
export function storedAttribution(): Attribution | null {
  try {
    return isSignedIn() ? null : read();
  } catch {
    return null;
  }
}

const read = (): Attribution | null => JSON.parse(sessionStorage.getItem(KEY) ?? "null");
