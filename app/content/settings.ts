import { defaultSettings, type SettingKey } from "./defaults/site-settings.ts";

export type Settings = Record<SettingKey, string>;

/** Merges stored site_settings rows over the defaults; unknown keys are ignored. */
export function mergeSettings(
  rows: readonly { setting_key: string; setting_value: string }[] = [],
): Settings {
  const stored = new Map(rows.map((row) => [row.setting_key, row.setting_value]));
  const entries = Object.entries(defaultSettings).map(([key, setting]) => [
    key,
    stored.get(key) ?? setting.setting_value,
  ]);
  return Object.fromEntries(entries);
}
