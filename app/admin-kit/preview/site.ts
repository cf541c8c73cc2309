import { createContext } from "react";

/** Where a text is edited. */
export interface EditedOn {
  href: string;
  label: string;
  /** the name of its control there */
  field: string;
  /** whether the control is in a dialog, which the address opens */
  inDialog: boolean;
}

/** The shell's knowledge of public pages. The kit doesn't know any. */
export interface PreviewedSite {
  pages: readonly { path: string; label: string }[];
  /** the page that a text belongs to; undefined if there are several */
  pageOf: (address: string) => string | undefined;
  /** the screen where it is edited */
  screenOf: (address: string) => EditedOn | undefined;
}

/** Undefined: no preview. */
export const PreviewSite = createContext<PreviewedSite | undefined>(undefined);
