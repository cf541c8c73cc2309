import { defaultSettings, type SettingKey } from "./defaults/site-settings.ts";

export type Settings = Record<SettingKey, string>;

/** Whether the company is still the one of the defaults, whose headlines the built-in share images show. */
export const isDemoCompany = ({ company_name }: Pick<Settings, "company_name">): boolean =>
  company_name.trim() === defaultSettings.company_name.setting_value;

/** Lays stored site_settings rows over the defaults; keys the site does not know are left out. */
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
