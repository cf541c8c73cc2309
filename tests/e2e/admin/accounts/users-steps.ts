import type { Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import type { Site } from "#tests/support/site.ts";
import { expect } from "../../fixture.ts";
import { choose } from "../steps.ts";

export const SCREEN = "/admin/users";
export const BEARER = /^Bearer [^.]+\.[^.]+\.[^.]+$/;

export const rowOf = (page: Page, email: string) =>
  page.getByRole("row", { name: new RegExp(email) });

export async function pick(page: Page, email: string, action: string) {
  await choose(page.getByRole("button", { name: `More for ${email}` }), action);
  await expect(page.getByRole("menu")).toBeHidden();
}

export const openReset = (page: Page, email: string) =>
  page.getByRole("button", { name: `Reset Password for ${email}` }).click();

export async function typePassword(page: Page, password: string) {
  const dialog = page.getByRole("dialog", { name: "Reset Password" });
  await dialog.getByLabel("New Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Reset Password" }).click();
  return dialog;
}

/** A client elsewhere, not signed in. */
export async function elsewhere(page: Page, site: Site) {
  await page.goto(SCREEN);
  const config = await page.locator("meta[name=browser-config]").getAttribute("content");
  return createClient(site.url, JSON.parse(config ?? "{}").publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).auth;
}

export const isAdmin = async (site: Site, email: string) =>
  (
    await site.sql`select from admins a join auth.users u on u.id = a.user_id
    where u.email = ${email}`
  ).length === 1;

/** The links to set a password or to confirm an address in all emails to `address`, oldest first. */
export const mailedLinks = async (site: Pick<Site, "outbox">, address: string) =>
  (await site.outbox())
    .filter(({ to }) => to?.some((one) => one.address === address))
    .flatMap(({ text }) => /https?:\/\/\S+\/admin\/confirm\S+/.exec(text ?? "")?.[0] ?? []);

/** The newest of them, once there are `count`. */
export async function newestLink(
  site: Pick<Site, "outbox">,
  address: string,
  count: number,
): Promise<string> {
  await expect.poll(async () => (await mailedLinks(site, address)).length).toBe(count);
  return (await mailedLinks(site, address)).at(-1) ?? "";
}
