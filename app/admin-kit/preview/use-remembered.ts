import { keep, useKept } from "#app/lib/page/kept.ts";

/** A user's choice, remembered in this browser. */
export const useRemembered = <Value extends string>(name: string, otherwise: Value) =>
  [(useKept(name) as Value | null) ?? otherwise, (next: Value) => keep(name, next)] as const;
