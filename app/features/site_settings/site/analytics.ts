/** The settings that control the analytics scripts (rule S-4). */
export const ANALYTICS_KEYS = [
  "ga_enabled",
  "ga_measurement_id",
  "gtm_enabled",
  "gtm_container_id",
] as const;

/** The ids to load; "" means off. */
export interface Analytics {
  ga: string;
  gtm: string;
}

/** Reads the four rows: on means enabled, with an id in the provider's format (rule S-4). */
export function readAnalytics(
  rows: readonly { setting_key: string; setting_value: string }[],
): Analytics {
  const setting: Record<string, string> = {};
  for (const row of rows) setting[row.setting_key] = row.setting_value;
  const on = (enabled: string | undefined, id = "", form: RegExp) =>
    enabled === "true" && form.test(id) ? id : "";
  return {
    ga: on(setting.ga_enabled, setting.ga_measurement_id, /^G-[A-Z0-9]+$/),
    gtm: on(setting.gtm_enabled, setting.gtm_container_id, /^GTM-[A-Z0-9]+$/),
  };
}
