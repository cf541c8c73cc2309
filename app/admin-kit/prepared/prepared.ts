import { createContext, useContext } from "react";
import type { ActiveSet } from "#app/lib/data/sets/active-set.ts";

/** A set's change to one row. */
export interface PreparedRow {
  operation: "INSERT" | "UPDATE" | "DELETE";
  /** the changed columns */
  columns: readonly string[];
}

/** The change set that is active in this tab. */
export interface PreparedSet {
  set: ActiveSet;
  /** by "<table>/<row's id>"; empty until loaded */
  rows: ReadonlyMap<string, PreparedRow>;
  /** whether this screen saves into the set: files, leads and accounts are always live */
  takesScreen: boolean;
}

/** Undefined: saves go live immediately. */
export const Prepared = createContext<PreparedSet | undefined>(undefined);

export const usePrepared = () => useContext(Prepared);
