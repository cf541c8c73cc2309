import { createContext } from "react";

/** The lists' names in the menu, by table. */
export const ListNames = createContext<ReadonlyMap<string, string>>(new Map());
