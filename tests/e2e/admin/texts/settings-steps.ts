import type { Page } from "@playwright/test";
import type { Site } from "#tests/support/site.ts";
import { expect } from "../../fixture.ts";

/** Resets the settings that these journeys check. */
export async function asTheyBegan(site: Site) {
  await site.sql`
    update site_settings set setting_value = case setting_key
      when 'company_name' then 'Evergreen Fulfillment'
      when 'contact_email' then 'hello@evergreen.example.com'
      when 'brand_color_primary' then '#1F6E4D'
      when 'brand_color_secondary' then '#F2A33A'
      when 'ga_enabled' then 'false' when 'gtm_enabled' then 'false' when 'consent_ask' then 'true'
      when 'consent_text' then 'May we use cookies?' else '' end
    where setting_key in ('company_name', 'contact_email', 'brand_color_primary',
      'brand_color_secondary', 'logo_url', 'facebook_url', 'ga_enabled', 'gtm_enabled',
      'ga_measurement_id', 'gtm_container_id', 'consent_ask', 'consent_text', 'privacy_text', 'delete_closed_months')`;
}

export const said = (page: Page, words: string | RegExp) =>
  page.getByRole("region", { name: "Notifications" }).getByText(words);

export async function open(page: Page, tab = "") {
  await page.goto(`/admin/settings${tab && `?tab=${tab}`}`);
  await expect(page.getByRole("tabpanel")).toBeVisible();
}

export async function value(site: Site, key: string): Promise<string | undefined> {
  const [row] = await site.sql`select setting_value from site_settings where setting_key = ${key}`;
  return row?.setting_value;
}

/** Polls the home page until it contains the text; `npm run bench:changes` measures how soon. */
export const expectOnHomePage = (page: Page, words: string) =>
  expect
    .poll(async () => (await page.request.get("/")).text(), { intervals: [50] })
    .toContain(words);
