import { useRouteLoaderData } from "react-router";
import type { Settings } from "#app/content/index.ts";
import type { PictureSource } from "./picture.server.ts";

/** What the document's loader (app/root.tsx) reads for every page. */
export interface RootData {
  settings: Settings;
  /** null: the settings name none, or it can't be read */
  logo: PictureSource | null;
  /** absolute, no trailing slash */
  siteUrl: string;
  /** left out but in a preview */
  preview?: true;
}

/** Undefined on an error page whose loader failed. */
export const useRootData = () => useRouteLoaderData<RootData>("root");
