import { randomUUID } from "node:crypto";
import { long, onlyEditorsWrite, type TableFacts } from "./facts.ts";

const unique = () => randomUUID().replaceAll("-", "");

/** Keys that pages read (rule P-7). */
const PUBLIC_KEYS: readonly string[] = [
  ...["site_title", "site_description", "site_keywords", "company_name", "contact_email"],
  ...["contact_phone", "website_url", "favicon_url", "logo_url", "og_image_url"],
  ...["brand_color_primary", "brand_color_secondary", "facebook_url", "twitter_url"],
  ...["linkedin_url", "instagram_url", "ga_enabled", "ga_measurement_id", "gtm_enabled"],
  ...["gtm_container_id", "free_storage_orders", "address_street", "address_city"],
  ...["address_region", "address_postal_code", "address_country", "privacy_text"],
  ...["time_zone", "opening_hours", "dispatch_cutoff", "dispatch_days", "dispatch_holidays"],
  ...["dispatch_pickup", "consent_ask", "consent_text", "calendar_on_click"],
];

export const facts: TableFacts = {
  make: () => ({ setting_key: `test_${unique()}` }),
  patch: { setting_value: "Changed" },
  isShown: ({ setting_key }) => PUBLIC_KEYS.includes(setting_key as string),
  rights: { select: ["shown", "shown", "shown", "all", "all"], ...onlyEditorsWrite },
  refuses: [
    ["key_is_a_name", { setting_key: "Two Words" }],
    ["type_is_known", { setting_type: "script" }],
    ["value_required", { setting_key: "company_name", setting_value: "" }],
    ["value_at_most_5000_characters", { setting_value: long(5001) }],
    ["description_at_most_500_characters", { description: long(501) }],
    ["boolean_is_true_or_false", { setting_type: "boolean", setting_value: "yes" }],
    ["email_is_an_address", { setting_type: "email", setting_value: "a@b" }],
    ["phone_is_a_number", { setting_type: "tel", setting_value: "call us" }],
    ["url_is_an_address", { setting_type: "url", setting_value: "javascript:alert(1)" }],
    [
      "web_addresses_have_no_password",
      { setting_type: "url", setting_value: "https://ana:secret@example.com" },
    ],
    ["color_is_hex", { setting_type: "color", setting_value: "green" }],
    ["ga_id_looks_like_g", { setting_key: "ga_measurement_id", setting_value: "UA-1" }],
    ["gtm_id_looks_like_gtm", { setting_key: "gtm_container_id", setting_value: "G-1" }],
    ["free_storage_orders_is_a_number", { setting_key: "free_storage_orders", setting_value: "0" }],
    ["free_storage_orders_is_a_number", { setting_key: "free_storage_orders", setting_value: "x" }],
    ["time_zone_is_known", { setting_key: "time_zone", setting_value: "" }],
    ["time_zone_is_known", { setting_key: "time_zone", setting_value: "Europe/Nowhere" }],
    ["time_zone_is_known", { setting_key: "time_zone", setting_value: "EST" }],
    ["opening_hours_are_hours", { setting_key: "opening_hours", setting_value: "Mo 9-5" }],
    ["dispatch_times_are_times", { setting_key: "dispatch_cutoff", setting_value: "2 PM" }],
    ["dispatch_times_are_times", { setting_key: "dispatch_pickup", setting_value: "24:00" }],
    ["dispatch_days_are_weekdays", { setting_key: "dispatch_days", setting_value: "Tue, Mon" }],
    [
      "dispatch_holidays_are_dates",
      { setting_key: "dispatch_holidays", setting_value: "2026-02-30" },
    ],
    [
      "delete_closed_months_is_a_number",
      { setting_key: "delete_closed_months", setting_value: "0" },
    ],
    [
      "delete_closed_months_is_a_number",
      { setting_key: "delete_closed_months", setting_value: "121" },
    ],
    ["consent_text_is_short", { setting_key: "consent_text", setting_value: " " }],
    ["consent_text_is_short", { setting_key: "consent_text", setting_value: long(301) }],
    ["audit_log_months_is_a_number", { setting_key: "audit_log_months", setting_value: "" }],
    ["audit_log_months_is_a_number", { setting_key: "audit_log_months", setting_value: "2" }],
    ["audit_log_months_is_a_number", { setting_key: "audit_log_months", setting_value: "61" }],
  ],
  once: [["one_row_per_key", { setting_key: "same" }]],
};
