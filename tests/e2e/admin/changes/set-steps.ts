import type { Page } from "@playwright/test";
import { withTablesRestored } from "#tests/support/samples/site-rows.ts";
import type { Site } from "#tests/support/site.ts";
import { expect } from "../../fixture.ts";
import { choose } from "../steps.ts";

const TABLES = ["site_content", "pricing_items", "faq_items"] as const;

export const bar = (page: Page) => page.getByRole("region", { name: "Where changes go" });
export const goesTo = (page: Page) => bar(page).getByLabel("Save to");
export const state = (page: Page) => bar(page).getByRole("status");
export const press = (page: Page, name: string) =>
  bar(page).getByRole("button", { name, exact: true }).click();
export const title = (page: Page) => page.getByLabel("Hero: Title", { exact: true });

/** Confirms publishing. */
export async function publishNow(page: Page) {
  const question = page.getByRole("alertdialog", { name: "Publish Black Friday?" });
  await question.getByRole("button", { name: "Publish now" }).click();
}

/** Creates a set on the open screen. */
export async function begin(page: Page, name = "Black Friday") {
  await choose(goesTo(page), "New set…");
  await nameSet(page, name);
}

/** Names the new set in its open dialog, and creates it. */
export async function nameSet(page: Page, name: string) {
  const dialog = page.getByRole("dialog", { name: "New change set" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create set" }).dblclick();
  await expect(state(page)).toHaveText(`0 changes in ${name}. Not visible to visitors yet.`);
}

export async function write(page: Page, text: string, changes: string) {
  await title(page).fill(text);
  await title(page).blur();
  await expect(state(page)).toContainText(changes);
}

export async function setRate(page: Page, price: string, rate: string, changes: string) {
  await page.goto("/admin/pricing");
  await page.getByRole("button", { name: `Edit ${price}` }).click();
  const dialog = page.getByRole("dialog", { name: "Edit pricing item" });
  await dialog.getByLabel("Rate", { exact: true }).fill(rate);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(state(page)).toContainText(changes);
}

/** Runs with its own prices, and restores the table afterwards. */
export const onItsOwn = (site: Site, work: () => Promise<void>) =>
  withTablesRestored(site.sql, TABLES, async () => {
    await site.sql`delete from pricing_items`;
    await site.sql`insert into pricing_items (service_name, rate, display_order)
      values ('Storage', '$20 a pallet', 0), ('Returns', '$3 each', 1)`;
    await work();
  });

export const liveTitle = async (site: Site) =>
  (
    await site.sql`select content_value from site_content
      where page_name = 'home' and section_name = 'hero' and content_key = 'title'`
  )[0]?.content_value;
