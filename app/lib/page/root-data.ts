import { useRouteLoaderData } from "react-router";
import type { Settings } from "#app/content/index.ts";
import type { PictureSource } from "./picture.server.ts";

/** The data that the document's loader (app/root.tsx) reads for every page. */
export interface RootData {
  settings: Settings;
  /** null: the settings have none, or it can't be read */
  logo: PictureSource | null;
  /** absolute, no trailing slash */
  siteUrl: string;
  /** only set in previews */
  preview?: true;
}

/** Undefined on an error page when its loader failed. */
export const useRootData = () => useRouteLoaderData<RootData>("root");
