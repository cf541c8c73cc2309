import { useSyncExternalStore } from "react";

/** Where storage is full or forbidden: until the next reload it is known here. */
const here = new Map<string, string>();
const listeners = new Set<() => void>();
/** What storage calls it. */
export const keyOf = (name: string) => `admin-${name}`;

function read(name: string): string | null {
  try {
    return here.get(name) ?? localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}

/** Remembers a choice in this browser. */
export function keep(name: string, value: string): void {
  here.set(name, value);
  try {
    localStorage.setItem(keyOf(name), value);
  } catch {
    // Full or forbidden.
  }
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void) {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}

/** What this browser remembers under a name; the server remembers nothing. */
export const useKept = (name: string): string | null =>
  useSyncExternalStore(
    subscribe,
    () => read(name),
    () => null,
  );
