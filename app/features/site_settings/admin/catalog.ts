import { defaultSettings, type SettingKey } from "#app/content/defaults/site-settings.ts";
import type { DefaultSetting, Hints, SettingType } from "#app/content/field.ts";
import type { SiteSetting } from "#app/lib/data/database.types.ts";
import { labelFromKey } from "#app/lib/text/formats.ts";
import { ANALYTICS_KEYS, CONSENT_KEYS } from "../site/analytics.ts";

export const TABS = ["general", "branding", "social", "analytics", "privacy"] as const;
export type SettingsTab = (typeof TABS)[number];

/** The group of what search engines show. */
export const WEBSITE = "Website";

/** The group of what the dispatch clock goes by. */
export const DISPATCH = "Dispatch";

/** The first tab's settings, by subject. */
const GENERAL = {
  [WEBSITE]: ["site_title", "site_description", "site_keywords"],
  "Company and contact": ["company_name", "contact_email", "contact_phone", "website_url"],
  Address: [
    "address_street",
    "address_city",
    "address_region",
    "address_postal_code",
    "address_country",
  ],
  "Hours and time zone": ["time_zone", "opening_hours"],
  [DISPATCH]: ["dispatch_cutoff", "dispatch_pickup", "dispatch_days", "dispatch_holidays"],
  Pricing: ["free_storage_orders"],
  "Confirmation email": ["confirmation_enabled", "confirmation_subject", "confirmation_text"],
} satisfies Record<string, readonly SettingKey[]>;

/** The settings of each tab; keys that an admin added go to the first. */
const KEYS: Record<SettingsTab, readonly SettingKey[]> = {
  general: Object.values(GENERAL).flat(),
  branding: [
    "logo_url",
    "favicon_url",
    "og_image_url",
    "brand_color_primary",
    "brand_color_secondary",
  ],
  social: ["facebook_url", "instagram_url", "linkedin_url", "twitter_url"],
  analytics: [...ANALYTICS_KEYS, ...CONSENT_KEYS],
  privacy: [
    "privacy_text",
    "calendar_on_click",
    "delete_spam",
    "delete_closed_months",
    "audit_log_months",
  ],
};

/** As the database's private.is_setting_of_admins. */
const OF_ADMINS: ReadonlySet<string> = new Set<SettingKey>([
  ...ANALYTICS_KEYS,
  ...CONSENT_KEYS,
  ...GENERAL["Confirmation email"],
  "contact_email",
  "delete_spam",
  "delete_closed_months",
  "audit_log_months",
  "calendar_on_click",
]);

/** Only admins may change it. */
export const isOfAdmins = (key: string): boolean => OF_ADMINS.has(key);

/** Only admins see it. Others see where leads go, but can't change it. */
export const isHidden = (key: string): boolean => isOfAdmins(key) && key !== "contact_email";

/** The tab that shows a setting. */
export const tabOf = (key: string): SettingsTab =>
  TABS.find((tab) => KEYS[tab].some((one) => one === key)) ?? TABS[0];

/** For keys that don't make a good label. */
const LABELS: Partial<Record<SettingKey, string>> = {
  address_street: "Street address",
  address_city: "City",
  address_region: "State",
  address_postal_code: "ZIP code",
  address_country: "Country",
  dispatch_cutoff: "Order cutoff",
  dispatch_pickup: "Carrier pickup",
  dispatch_days: "Business days",
  dispatch_holidays: "Holidays",
  free_storage_orders: "Free storage at (orders per month)",
  confirmation_enabled: "Confirmation email",
  og_image_url: "Sharing image URL",
  brand_color_primary: "Main brand color",
  brand_color_secondary: "Accent brand color",
  linkedin_url: "LinkedIn URL",
  ga_enabled: "Google Analytics",
  ga_measurement_id: "Measurement ID",
  gtm_enabled: "Google Tag Manager",
  gtm_container_id: "Container ID",
  consent_ask: "Ask visitors first",
  consent_text: "Question for visitors",
  calendar_on_click: "Load the calendar after a click",
  privacy_text: "Privacy text for visitors",
  delete_spam: "Delete spam after 30 days",
  delete_closed_months: "Delete closed messages after (months)",
  audit_log_months: "Keep the audit log for (months)",
};

const isKnown = (key: string): key is SettingKey => Object.hasOwn(defaultSettings, key);

const labelOf = (key: string) => (isKnown(key) && LABELS[key]) || labelFromKey(key);

/** Each setting's form label, by key. */
export const settingLabels = Object.fromEntries(
  Object.keys(defaultSettings).map((key) => [key, labelOf(key)]),
);

/** One setting as the screen shows it, with or without a row. */
export interface Setting {
  key: string;
  type: SettingType;
  label: string;
  description: string;
  row: SiteSetting | undefined;
}

/** Further hints about a setting, besides its description. */
export function hintsOf(key: string): Hints {
  const known: DefaultSetting | undefined = isKnown(key) ? defaultSettings[key] : undefined;
  return known ?? {};
}

/** The stored value, or else the site's default. */
export const storedValue = (key: string, row: SiteSetting | undefined): string =>
  row?.setting_value ?? (isKnown(key) ? defaultSettings[key].setting_value : "");

/** A setting by its key; metadata comes from the built-in defaults, or else from the row. */
function settingOf(key: string, rows: readonly SiteSetting[]): Setting {
  const row = rows.find(({ setting_key }) => setting_key === key);
  const known = isKnown(key) ? defaultSettings[key] : undefined;
  return {
    key,
    // A known key keeps its input type, whatever the row says: the database's rules go by key.
    type: known?.setting_type ?? row?.setting_type ?? "text",
    label: labelOf(key),
    // Known keys use the current description; a row may have an outdated one.
    description: known?.description ?? row?.description ?? "",
    row,
  };
}

/** The settings of one tab, in display order. */
export const settingsOf = (tab: SettingsTab, rows: readonly SiteSetting[]): Setting[] =>
  groupsOf(tab, rows).flatMap(({ settings }) => settings);

/** The same in groups; tabs other than the first have one untitled group. */
export function groupsOf(tab: SettingsTab, rows: readonly SiteSetting[]) {
  const others = rows.map(({ setting_key }) => setting_key).filter((key) => !isKnown(key));
  const groups: Record<string, readonly string[]> =
    tab === "general" ? { ...GENERAL } : { "": KEYS[tab] };
  if (tab === "general" && others.length > 0) groups.Other = others;
  return Object.entries(groups).map(([title, keys]) => ({
    title,
    settings: keys.map((key) => settingOf(key, rows)),
  }));
}
