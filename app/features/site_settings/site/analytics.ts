import type { Settings } from "#app/content/index.ts";

/** The settings that control the analytics scripts (rule S-4). */
export const ANALYTICS_KEYS = [
  "ga_enabled",
  "ga_measurement_id",
  "gtm_enabled",
  "gtm_container_id",
] as const;

/** The settings that control whether visitors are asked first. */
export const CONSENT_KEYS = ["consent_ask", "consent_text"] as const;

/** The ids to load; "" means off. */
export interface Analytics {
  ga: string;
  gtm: string;
}

/** Reads the four rows. */
export function readAnalytics(
  rows: readonly { setting_key: string; setting_value: string }[],
): Analytics {
  const setting: Record<string, string> = {};
  for (const row of rows) setting[row.setting_key] = row.setting_value;
  return analyticsOf(setting);
}

/** The analytics that are on: enabled, with an id in the provider's format (rule S-4). */
export function analyticsOf(setting: Readonly<Record<string, string | undefined>>): Analytics {
  const on = (enabled: string | undefined, id = "", form: RegExp) =>
    enabled === "true" && form.test(id) ? id : "";
  return {
    ga: on(setting.ga_enabled, setting.ga_measurement_id, /^G-[A-Z0-9]+$/),
    gtm: on(setting.gtm_enabled, setting.gtm_container_id, /^GTM-[A-Z0-9]+$/),
  };
}

/** The id of the question, which the footer opens. */
export const CONSENT_BAR = "consent";

/** Whether visitors are asked before analytics load. */
export function asksConsent(settings: Settings): boolean {
  const { ga, gtm } = analyticsOf(settings);
  return settings.consent_ask !== "false" && Boolean(ga || gtm);
}
