import { createContext, useContext } from "react";
import { type Access, accessOf } from "./access.ts";

/** Nothing, until the person's roles are known. */
export const NO_ACCESS = accessOf([]);

export const AccessHere = createContext<Access>(NO_ACCESS);

/** What the signed-in person may use. */
export const useAccess = () => useContext(AccessHere);
