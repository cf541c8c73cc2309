import { createContext } from "react";

/** The shell's knowledge of public pages. The kit doesn't know any. */
export interface PreviewedSite {
  pages: readonly { path: string; label: string }[];
  /** the page that a text belongs to; undefined if there are several */
  pageOf: (address: string) => string | undefined;
  /** the screen where it is edited */
  screenOf: (address: string) => { href: string; label: string } | undefined;
}

/** Undefined: no preview. */
export const PreviewSite = createContext<PreviewedSite | undefined>(undefined);
