import { storeValue, useStoredValue } from "#app/lib/page/stored-value.ts";

/** A user's choice, remembered in this browser. */
export const useRemembered = <Value extends string>(name: string, otherwise: Value) =>
  [
    (useStoredValue(name) as Value | null) ?? otherwise,
    (next: Value) => storeValue(name, next),
  ] as const;
