/** A set of prepared changes, into which this tab saves instead of the live site. */
export interface ActiveSet {
  id: string;
  name: string;
}

/** Where it is kept, for as long as the tab. */
export const SET_KEY = "admin-set";

let active: ActiveSet | undefined;
let isRead = false;
const switched = new Set<() => void>();
const saved = new Set<() => void>();

const listen = (to: Set<() => void>) => (listener: () => void) => {
  to.add(listener);
  return () => void to.delete(listener);
};

function remembered(): ActiveSet | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(SET_KEY) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** The set that is on in this tab, also after a reload; undefined: what is saved is live. */
export function activeSet(): ActiveSet | undefined {
  if (!isRead) active = remembered();
  isRead = true;
  return active;
}

/** From now on what is saved goes into this set; undefined: it is live. */
export function switchSet(to: ActiveSet | undefined) {
  active = to;
  isRead = true;
  try {
    if (to) sessionStorage.setItem(SET_KEY, JSON.stringify(to));
    else sessionStorage.removeItem(SET_KEY);
  } catch {
    // Full or forbidden: after a reload this tab is at the live site again, and says so.
  }
  for (const tell of switched) tell();
}

/** Called when another set is on than before, or none. Returns what stops it. */
export const onSwitch = listen(switched);

/** Called when something was saved into a set. Returns what stops it. */
export const onPrepared = listen(saved);

export function tellPrepared() {
  for (const tell of saved) tell();
}
