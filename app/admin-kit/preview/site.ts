import { createContext } from "react";

/** What the shell knows of the public pages, because the kit knows none. */
export interface PreviewedSite {
  pages: readonly { path: string; label: string }[];
  /** the page that a text belongs to; undefined where that is several */
  pageOf: (address: string) => string | undefined;
  /** the screen on which it is changed */
  screenOf: (address: string) => { href: string; label: string } | undefined;
}

/** Without it there is no preview. */
export const PreviewSite = createContext<PreviewedSite | undefined>(undefined);
