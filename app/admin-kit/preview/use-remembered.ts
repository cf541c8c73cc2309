import { useState } from "react";

/** What a person chose, kept in this browser where it lets us; only for what is drawn in the browser. */
export function useRemembered<Value extends string>(name: string, otherwise: Value) {
  const key = `admin-${name}`;
  const [value, setValue] = useState<Value>(() => (read(key) as Value | null) ?? otherwise);
  return [
    value,
    (next: Value) => {
      setValue(next);
      try {
        localStorage.setItem(key, next);
      } catch {
        // Full or forbidden: until the next reload it is known here.
      }
    },
  ] as const;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
