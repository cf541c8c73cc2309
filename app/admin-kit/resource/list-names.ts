import { createContext } from "react";

/** What the lists are called in the menu, by their tables. */
export const ListNames = createContext<ReadonlyMap<string, string>>(new Map());
