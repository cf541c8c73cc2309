import type { Page } from "@playwright/test";
import type { ContactSubmission } from "#app/lib/data/database.types.ts";
import type { Site } from "#tests/support/site.ts";
import { expect } from "../../fixture.ts";
import { choose } from "../steps.ts";

export const SCREEN = "/admin/contact-manager";
export const ana = {
  name: "Ana Ruiz",
  email: "ana@halfmoon.example",
  business_name: "Halfmoon Candles",
};

export const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

/** Stores a lead as the form would, and returns its id. */
export async function add(site: Site, more: Partial<ContactSubmission> = {}): Promise<string> {
  const row = { ...ana, monthly_volume: "101-500", platforms: ["TikTok Shop", "Etsy"], ...more };
  const [stored] = await site.sql`
    insert into contact_submissions ${site.sql({ mail_next_attempt_at: null, ...row })} returning id`;
  return stored?.id;
}

export const addMany = (site: Site, count: number) => site.sql`
  insert into contact_submissions
    (name, email, monthly_volume, platforms, mail_next_attempt_at, created_at)
  select 'Seller ' || n, 'seller' || n || '@example.com', '0-50', array['Other'], null,
    now() - n * interval '1 hour'
  from generate_series(1, ${count}) as n`;

export const statusOf = async (site: Site, id: string) =>
  (await site.sql`select status from contact_submissions where id = ${id}`)[0]?.status;

/** A message that is open next to the list. */
export const reader = (page: Page, name = "Ana Ruiz") =>
  page.getByRole("region", { name, exact: true });

/** Where a lead is: in the list, in the trash, or gone. */
export async function placeOf(site: Site, id: string) {
  const [row] = await site.sql`select deleted_at from contact_submissions where id = ${id}`;
  if (!row) return "gone";
  return row.deleted_at ? "trash" : "list";
}

/** A colleague's `change`, just before this page's first change of a lead arrives. */
export async function changeFirst(page: Page, change: () => PromiseLike<unknown>) {
  let changed: PromiseLike<unknown> | undefined;
  await page.route("**/rest/v1/contact_submissions?*", async (route) => {
    if (route.request().method() === "PATCH") changed ??= change();
    await changed;
    await route.continue();
  });
}

export const setStatus = (page: Page, option: string) =>
  choose(page.getByRole("combobox", { name: /^Status of Ana Ruiz/ }), option);
export const statusShown = (page: Page, name: string) =>
  expect(page.getByRole("combobox", { name: `Status of Ana Ruiz: ${name}` })).toBeVisible();
