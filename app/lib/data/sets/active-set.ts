/** A change set that this tab saves to, instead of the live site. */
export interface ActiveSet {
  id: string;
  name: string;
}

/** Its session storage key. */
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

/** This tab's active set, also after a reload; undefined: saves go live. */
export function activeSet(): ActiveSet | undefined {
  if (!isRead) active = remembered();
  isRead = true;
  return active;
}

/** Switches where saves go: to this set, or live if undefined. */
export function switchSet(to: ActiveSet | undefined) {
  active = to;
  isRead = true;
  try {
    if (to) sessionStorage.setItem(SET_KEY, JSON.stringify(to));
    else sessionStorage.removeItem(SET_KEY);
  } catch {
    // Storage is full or blocked: after a reload this tab is on the live site again, and shows
    // that.
  }
  for (const listener of switched) listener();
}

/** Subscribes to changes of the active set. Returns the unsubscribe function. */
export const onSwitch = listen(switched);

/** Subscribes to saves into a set. Returns the unsubscribe function. */
export const onPrepared = listen(saved);

export function notifyPrepared() {
  for (const listener of saved) listener();
}
