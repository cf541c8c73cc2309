import { mergeSettings, type Settings } from "#app/content/settings.ts";
import { useRootData } from "./root-data.ts";

/** Settings saved since the document loaded; always empty on the server. */
const saved = new Map<string, string>();

/** Records a setting that was saved to the live site. */
export const keepSetting = (key: string, value: string) => saved.set(key, value);

/** The company's settings from the document's loader, plus later saves; the defaults on an error page. */
export function useSettings(): Settings {
  const settings = useRootData()?.settings ?? mergeSettings();
  return saved.size > 0 ? { ...settings, ...Object.fromEntries(saved) } : settings;
}
