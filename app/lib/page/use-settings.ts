import { mergeSettings, type Settings } from "#app/content/settings.ts";
import { useRootData } from "./root-data.ts";

/** What was saved since the document came; the server keeps nothing here. */
const saved = new Map<string, string>();

/** Tells of a setting that was saved for visitors. */
export const keepSetting = (key: string, value: string) => saved.set(key, value);

/** The company's settings as the document's loader read them, with what was saved since; the defaults on an error page. */
export function useSettings(): Settings {
  const settings = useRootData()?.settings ?? mergeSettings();
  return saved.size > 0 ? { ...settings, ...Object.fromEntries(saved) } : settings;
}
