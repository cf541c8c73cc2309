import type { Page } from "@playwright/test";
import type { Site } from "#tests/support/site.ts";
import { expect, PHONE } from "./form.ts";

export const DEVICES = [
  ["desktop", { width: 1440, height: 900 }],
  ["phone", PHONE],
] as const;

/** The script that the form and the calendar need. */
export const ISLANDS = "**/assets/islands*";

/** Blocks that script until the returned function is called. */
export async function holdIslands(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(ISLANDS, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

export const setText = (site: Site, section: string, key: string, value: string) => site.sql`
  update site_content set content_value = ${value}
  where page_name = 'contact' and section_name = ${section} and content_key = ${key}`;

/** Waits until the served page contains a changed text. */
export const served = (page: Page, text: string) =>
  expect.poll(async () => (await page.request.get("/contact")).text()).toContain(text);
