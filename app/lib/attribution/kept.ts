import { type Attribution, readTouch, withTouch } from "./touch.ts";

const KEY = "attribution";

/** What supabase-js keeps of who is signed in: staff's own visits say nothing about visitors'. */
const SESSION = /^sb-.+-auth-token$/;

/** Whether somebody is signed in in this browser; false where that can't be known. */
export function isStaff(): boolean {
  try {
    return Object.keys(localStorage).some((key) => SESSION.test(key));
  } catch {
    return false;
  }
}

/**
 * Notes that this page was arrived at, for as long as the tab is open. A reload or a way back is no
 * arrival. Storage may be full or forbidden: then nothing is known.
 */
export function rememberArrival() {
  if (isStaff()) return;
  try {
    const known = read();
    const [way] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (known && way && way.type !== "navigate") return;
    const touch = readTouch(location, document.referrer);
    sessionStorage.setItem(KEY, JSON.stringify(withTouch(known, touch)));
  } catch {
    // What comes of the visit has no source then.
  }
}

/** Where this tab came from; null where that is not known, or is nobody's business but staff's. */
export function keptAttribution(): Attribution | null {
  try {
    return isStaff() ? null : read();
  } catch {
    return null;
  }
}

const read = (): Attribution | null => JSON.parse(sessionStorage.getItem(KEY) ?? "null");
