import { createContext } from "react";

/** Where the user came from to save something here. */
export interface AfterSave {
  /** the label of the way back */
  label: string;
  /** saving a dialog goes back; otherwise only the message links back, as more may be saved here */
  returns: boolean;
  go: () => void;
}

/** Undefined on a screen that the user opened directly. */
export const AfterSaveHere = createContext<AfterSave | undefined>(undefined);
