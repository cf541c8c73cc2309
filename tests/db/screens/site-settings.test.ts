import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SettingType } from "#app/content/index.ts";
import { checkSetting, KEYS } from "#app/features/site_settings/schema.ts";
import { companyTimeName } from "#contract/time/zone-names.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";

let t: TestBackend;
beforeAll(async () => {
  t = await openTestBackend();
});
afterAll(() => t.close());

/** Whether the database accepts exactly this value. */
async function stored(key: string, type: SettingType, value: string): Promise<boolean> {
  try {
    await t.sql.begin(async (tx) => {
      await tx`delete from site_settings where setting_key = ${key}`;
      await tx`insert into site_settings (setting_key, setting_value, setting_type)
        values (${key}, ${value}, ${type})`;
      throw new Error("only asked");
    });
  } catch (cause) {
    if ((cause as Error).message === "only asked") return true;
    if ((cause as { code?: string }).code === "23514") return false;
    throw cause;
  }
  return true;
}

const VALUES: [key: string, type: SettingType, value: string, good: boolean][] = [
  ["contact_email", "email", "hello@evergreen.example.com", true],
  ["contact_email", "email", "", false],
  ["contact_email", "email", "hello@", false],
  ["contact_email", "email", "a..b@example.com", false],
  ["contact_email", "email", "two@example.com, three@example.com", false],
  ["billing_email", "email", "", true],
  ["contact_phone", "tel", "(503) 555-0142", true],
  ["contact_phone", "tel", "+1 503.555.0142 x12", true],
  ["contact_phone", "tel", "", true],
  ["contact_phone", "tel", "call us", false],
  ["contact_phone", "tel", "()-()", false],
  ["logo_url", "url", "", true],
  ["logo_url", "url", "/storage/v1/object/public/media/uploads/1.png", true],
  ["logo_url", "url", "https://example.com/a.png?v=1#x", true],
  ["logo_url", "url", "javascript:alert(1)", false],
  ["logo_url", "url", "data:image/png;base64,AAAA", false],
  ["logo_url", "url", "//example.com/a.png", false],
  ["logo_url", "url", "/\\example.com", false],
  ["logo_url", "url", "https://", false],
  ["logo_url", "url", "https://example.com/a b", false],
  ["logo_url", "url", 'https://example.com/"><script>', false],
  ["brand_color_primary", "color", "#1F6E4D", true],
  ["brand_color_primary", "color", "", false],
  ["brand_color_primary", "color", "green", false],
  ["brand_color_primary", "color", "#1F6E4D80", false],
  ["ga_enabled", "boolean", "true", true],
  ["ga_enabled", "boolean", "yes", false],
  ["ga_measurement_id", "text", "", true],
  ["ga_measurement_id", "text", "G-AB12CD34EF", true],
  ["ga_measurement_id", "text", "UA-12345-6", false],
  ["ga_measurement_id", "text", "G-", false],
  ["time_zone", "text", "Europe/Berlin", true],
  ["time_zone", "text", "America/Argentina/Buenos_Aires", true],
  ["time_zone", "text", "UTC", true],
  ["time_zone", "text", "", false],
  ["time_zone", "text", "EST", false],
  ["time_zone", "text", "PST8PDT", false],
  ["time_zone", "text", "Europe/Nowhere", false],
  ["time_zone", "text", "posix/Europe/Berlin", false],
  ["time_zone", "text", "+02:00", false],
  ["opening_hours", "text", "", true],
  ["opening_hours", "text", "Mo 08:00-18:00", true],
  ["opening_hours", "text", "Mo 08:00-12:00,13:00-24:00; Su 00:00-00:01", true],
  ["opening_hours", "text", "Mo 18:00-08:00", false],
  ["opening_hours", "text", "Mo 08:00-08:00", false],
  ["opening_hours", "text", "Mo 08:00-12:00,12:00-18:00", false],
  ["opening_hours", "text", "Mo 08:00-12:00,11:00-18:00", false],
  ["opening_hours", "text", "Mo 08:00-10:00,11:00-12:00,13:00-14:00", false],
  ["opening_hours", "text", "Mo 08:00-10:00; Mo 11:00-12:00", false],
  ["opening_hours", "text", "Mo -18:00", false],
  ["opening_hours", "text", "Mo 24:00-24:00", false],
  ["opening_hours", "text", "Mo 08:00-25:00", false],
  ["opening_hours", "text", "Monday 08:00-18:00", false],
  ["opening_hours", "text", "Mo 08:00-18:00;", false],
  ["opening_hours", "text", "Mo", false],
  ["dispatch_cutoff", "text", "", true],
  ["dispatch_cutoff", "text", "00:00", true],
  ["dispatch_cutoff", "text", "23:59", true],
  ["dispatch_cutoff", "text", "24:00", false],
  ["dispatch_cutoff", "text", "9:00", false],
  ["dispatch_cutoff", "text", "2 PM", false],
  ["dispatch_pickup", "text", "17:00", true],
  ["dispatch_pickup", "text", "17:60", false],
  ["dispatch_days", "text", "", true],
  ["dispatch_days", "text", "Mon, Tue, Wed, Thu, Fri, Sat, Sun", true],
  ["dispatch_days", "text", "Mon, Sun", true],
  ["dispatch_days", "text", "Tue, Mon", false],
  ["dispatch_days", "text", "Mon, Mon", false],
  ["dispatch_days", "text", "Mon,Tue", false],
  ["dispatch_days", "text", "Monday", false],
  ["dispatch_days", "text", "Mon, Someday", false],
  ["dispatch_holidays", "textarea", "", true],
  ["dispatch_holidays", "textarea", "2026-12-25", true],
  ["dispatch_holidays", "textarea", "2026-12-25\n2028-02-29", true],
  ["dispatch_holidays", "textarea", "2027-02-29", false],
  ["dispatch_holidays", "textarea", "2026-13-01", false],
  ["dispatch_holidays", "textarea", "2026-00-10", false],
  ["dispatch_holidays", "textarea", "2026-12-00", false],
  ["dispatch_holidays", "textarea", "25/12/2026", false],
  ["dispatch_holidays", "textarea", "2026-12-25\nChristmas", false],
  ["free_storage_orders", "text", "", true],
  ["free_storage_orders", "text", "9999999", true],
  ["free_storage_orders", "text", "10000000", false],
  ["free_storage_orders", "text", "0", false],
  ["free_storage_orders", "text", "a hundred", false],
  ["delete_closed_months", "text", "", true],
  ["delete_closed_months", "text", "1", true],
  ["delete_closed_months", "text", "120", true],
  ["delete_closed_months", "text", "0", false],
  ["delete_closed_months", "text", "121", false],
  ["audit_log_months", "text", "3", true],
  ["audit_log_months", "text", "60", true],
  ["audit_log_months", "text", "2", false],
  ["audit_log_months", "text", "61", false],
  ["consent_text", "textarea", "?".repeat(300), true],
  ["consent_text", "textarea", "?".repeat(301), false],
  ["gtm_container_id", "text", "GTM-AB12CD3", true],
  ["gtm_container_id", "text", "G-AB12CD3", false],
];

describe("the form and the database keep the same rules", () => {
  test.each(VALUES)("%s (%s): %j", async (key, type, value, good) => {
    const checked = checkSetting(key, type, value);
    expect("value" in checked).toBe(good);
    expect(await stored(key, type, value)).toBe(good);
    if ("error" in checked) expect(checked.error).toMatch(/^(Please|A|An|Each) /);
  });

  test.each(Object.keys(KEYS))("a good and a bad value of %s are tried", (rule) => {
    const tried = VALUES.filter(([key]) => key === rule).map(([, , , good]) => good);
    expect(new Set(tried)).toEqual(new Set([true, false]));
  });
});

test("the database knows each zone that the form offers, by the same name", async () => {
  const offered = [...Intl.supportedValuesOf("timeZone"), "UTC"];
  const unknown = await t.sql`select name from unnest(${offered}::text[]) as name
    where not private.is_time_zone(name)`;
  expect(unknown.map(({ name }) => name)).toEqual([]);
  const named = await t.sql`select zone, private.zone_name(zone) as name
    from unnest(${offered}::text[]) as zone`;
  for (const { zone, name } of named) expect(name, zone).toBe(companyTimeName(zone));
});

test.each([5000, 5001])("a title of %i characters", async (length) => {
  const title = "x".repeat(length);
  expect("value" in checkSetting("site_title", "text", title)).toBe(length === 5000);
  expect(await stored("site_title", "text", title)).toBe(length === 5000);
});

test.each([
  ["facebook_url", "url", " facebook.com/evergreen ", "https://facebook.com/evergreen"],
  ["brand_color_primary", "color", "1f6", "#11ff66"],
  ["contact_phone", "tel", "+1 (503) 555-0142 ext. 220", "+1 (503) 555-0142 x220"],
  ["contact_phone", "tel", "503.555.0142, Extension 12", "503.555.0142 x12"],
  ["brand_color_primary", "color", "1F6E4D", "#1F6E4D"],
  ["ga_measurement_id", "text", " g-ab12 ", "G-AB12"],
  ["company_name", "text", "  Evergreen ", "Evergreen"],
  ["time_zone", "text", "america/new york", "America/New_York"],
  ["time_zone", "text", "Eastern", "America/New_York"],
  ["time_zone", "text", "pacific time", "America/Los_Angeles"],
  [
    "dispatch_holidays",
    "textarea",
    " 1/1/2027, 2026-12-25\r\n\n12/25/2026 ",
    "2026-12-25\n2027-01-01",
  ],
] as const)("%s: %j, %j is completed to %j", async (key, type, typed, value) => {
  expect(checkSetting(key, type, typed)).toEqual({ value });
  expect(await stored(key, type, value)).toBe(true);
});
