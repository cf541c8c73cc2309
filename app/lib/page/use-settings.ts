import { mergeSettings, type Settings } from "#app/content/index.ts";
import { useRootData } from "./root-data.ts";

/** The company's settings as the document's loader read them; the defaults on an error page. */
export function useSettings(): Settings {
  return useRootData()?.settings ?? mergeSettings();
}
