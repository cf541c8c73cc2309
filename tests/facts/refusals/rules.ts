import { expect } from "vitest";
import { defaultFieldsConfig } from "#app/content/index.ts";
import type { ContactEntries } from "#app/features/contact_submissions/entries.ts";
import { readFields } from "#app/features/contact_submissions/fields.ts";
import { checkEntries } from "#app/features/contact_submissions/schema.ts";
import { mediaDetails } from "#app/features/media_library/schema.ts";
import { checkSetting } from "#app/features/site_settings/schema.ts";
import { tableNames, tables } from "#tests/tables/index.ts";
import type { World } from "../world.ts";
import { partsOf, post } from "./refusal.ts";

/** Input that a form rejects. */
export interface Rule {
  /** the form's error, before anything is sent */
  said: () => string | undefined;
  /** Sends it without the form, and the database rejects it too; left out when only the form checks. */
  sent?: (world: World) => Promise<Response>;
  /** the status of that response; defaults to 400 */
  status?: number;
}

/** Expects the form's error, and a refusal without the form that changes nothing. */
export async function expectRule(
  world: World,
  sentence: string,
  { said, sent, status = 400 }: Rule,
) {
  for (const part of partsOf(sentence)) expect(said()).toContain(part);
  if (!sent) return;
  const answer = await world.unchanged(() => sent(world));
  expect(answer.status).toBe(status);
}

/** The errors of each list's form, and the same items sent to the database. */
const ofLists = Object.fromEntries(
  tableNames.flatMap((table) => {
    const { make, list } = tables[table];
    return Object.entries(list?.says ?? {}).map(([sentence, odd]): [string, Rule] => [
      sentence,
      {
        said: () => list?.schema.safeParse({ ...list.draft, ...odd }).error?.issues[0]?.message,
        sent: post("admin", `/rest/v1/${table}`, { ...make(), ...odd }),
      },
    ]);
  }),
);

const caption = { alt_text: "x".repeat(501), caption: "" };

/** An invalid value for an existing setting. */
const setting = (key: string, type: Parameters<typeof checkSetting>[1], value: string): Rule => ({
  said: () => {
    const checked = checkSetting(key, type, value);
    return "error" in checked ? checked.error : undefined;
  },
  sent: post(
    "admin",
    `/rest/v1/site_settings?setting_key=eq.${key}`,
    { setting_value: value },
    "PATCH",
  ),
});

const entries: ContactEntries = {
  name: "Ana Ruiz",
  email: "ana@example.com",
  business_name: "",
  message: "",
  monthly_volume: "0-50",
  platforms: ["Etsy"],
};

const form = (odd: Partial<ContactEntries>, config: unknown = defaultFieldsConfig): Rule => ({
  said: () => {
    const { fields } = readFields(JSON.stringify(config));
    const checked = checkEntries(fields, { ...entries, ...odd });
    return "errors" in checked ? Object.values(checked.errors)[0] : undefined;
  },
  sent: post("visitor", "/rest/v1/contact_submissions", { ...entries, ...odd }),
});

const many = (count: number) => "x".repeat(count);

/** Every error of a form's rules, and input that breaks the rule. */
export const rules: Record<string, Rule> = {
  ...ofLists,
  "A container ID is GTM- followed by letters and digits, like GTM-AB12CD3. Find it at the top of Google Tag Manager.":
    setting("gtm_container_id", "text", "G-AB12CD34EF"),
  "A measurement ID is G- followed by letters and digits, like G-AB12CD34EF. Find it in Google Analytics under Admin, Data streams.":
    setting("ga_measurement_id", "text", "GTM-AB12CD3"),
  "Please enter a whole number of orders, like 100": setting(
    "free_storage_orders",
    "text",
    "a hundred",
  ),
  "Please choose a time zone from the list, like America/New_York": setting(
    "time_zone",
    "text",
    "EST",
  ),
  "Please enter both times for each open day": setting("opening_hours", "text", "Mo 08:00-"),
  "Each opening time must be before its closing time, and hours can't overlap": setting(
    "opening_hours",
    "text",
    "Mo 18:00-08:00",
  ),
  "Please enter a time, like 14:00": setting("dispatch_cutoff", "text", "2 PM"),
  "Please choose days, like Mon, Tue, Wed": setting("dispatch_days", "text", "Tue, Mon"),
  "Please enter one date per line, like 2026-12-25": setting(
    "dispatch_holidays",
    "textarea",
    "25/12/2026",
  ),
  "Please enter a whole number of months, 1 to 120": setting("delete_closed_months", "text", "121"),
  "Please use at most 300 characters. The question covers part of the page": setting(
    "consent_text",
    "textarea",
    many(301),
  ),
  "Please enter a whole number of months, 3 to 60": setting("audit_log_months", "text", "2"),
  "An email address can have at most 254 characters": setting(
    "contact_email",
    "email",
    `${many(250)}@example.com`,
  ),
  "Name must be at least 2 characters": form({ name: "A" }),
  "Please choose Enabled or Disabled": setting("ga_enabled", "boolean", "perhaps"),
  "Please enter a color as # and six digits, like #1F6E4D": setting(
    "brand_color_primary",
    "color",
    "green",
  ),
  "Please enter a phone number, like (503) 555-0142": setting("contact_phone", "tel", "call us"),
  "Please enter a valid email address": form({ email: "ana@" }),
  "Please enter a full web address, like https://company.com": setting(
    "facebook_url",
    "url",
    "javascript:alert(1)",
  ),
  "Please remove the user name and password. Visitors can see this address": setting(
    "facebook_url",
    "url",
    "https://ana:secret@example.com",
  ),
  "Please enter an email address, like hello@company.com": setting(
    "contact_email",
    "email",
    "hello",
  ),
  // Staff choose the required fields of a site, so only the form checks them.
  'Please fill in "…"': { said: form({}, [{ name: "message", required: true }]).said },
  "Please select at least one platform": form({ platforms: [] }),
  "Please select at most … platforms": form({ platforms: Array(21).fill("Etsy") }),
  "Please select your monthly order volume": form({ monthly_volume: "" }),
  "Please use at most … characters": setting("site_description", "textarea", many(5_001)),
  "… can have at most … characters": {
    said: () => mediaDetails.safeParse(caption).error?.issues[0]?.message,
    sent: post("admin", "/rest/v1/media_library", caption),
  },
  "… contains an invalid character": form({ name: "Ana \uFFFD" }),
  "… must be at most … characters": form({ name: many(201) }),
};
