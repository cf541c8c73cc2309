import { createContext } from "react";

/** Where a person came from to save something here. */
export interface AfterSave {
  /** the name of the way back */
  label: string;
  /** a dialog's save leads back; else only its message offers to, since more may be saved on this screen */
  returns: boolean;
  go: () => void;
}

/** Undefined on a screen that nobody was sent to. */
export const AfterSaveHere = createContext<AfterSave | undefined>(undefined);
