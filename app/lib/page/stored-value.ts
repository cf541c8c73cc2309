import { useSyncExternalStore } from "react";

/** The fallback until the next reload when storage is full or blocked. */
const here = new Map<string, string>();
const listeners = new Set<() => void>();
/** Its key in storage. */
export const keyOf = (name: string) => `admin-${name}`;

function read(name: string): string | null {
  try {
    return here.get(name) ?? localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}

/** Stores a choice in this browser. */
export function storeValue(name: string, value: string): void {
  here.set(name, value);
  try {
    localStorage.setItem(keyOf(name), value);
  } catch {
    // Storage is full or blocked.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The value this browser stores under a name; null on the server. */
export const useStoredValue = (name: string): string | null =>
  useSyncExternalStore(
    subscribe,
    () => read(name),
    () => null,
  );
