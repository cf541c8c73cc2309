import { createContext, useContext } from "react";
import type { ActiveSet } from "#app/lib/data/sets/active-set.ts";

/** What a set does to one row. */
export interface PreparedRow {
  operation: "INSERT" | "UPDATE" | "DELETE";
  /** the columns that change */
  columns: readonly string[];
}

/** The set of changes that is on in this tab. */
export interface PreparedSet {
  set: ActiveSet;
  /** by "<table>/<row's id>"; empty until it is known */
  rows: ReadonlyMap<string, PreparedRow>;
  /** whether what this screen saves goes into the set: files, leads and accounts are always live */
  takesScreen: boolean;
}

/** Undefined: what is saved is live. */
export const Prepared = createContext<PreparedSet | undefined>(undefined);

export const usePrepared = () => useContext(Prepared);
