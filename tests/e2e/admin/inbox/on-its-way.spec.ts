import type { Page } from "@playwright/test";
import { expect, test } from "../../fixture.ts";
import { asksBeforeUnload, choose, hold, toasts } from "../steps.ts";
import { addMany, SCREEN } from "./submission-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await signIn();
});

/** Holds each change of a lead until it is released, in the order of arrival. */
async function holdChanges(page: Page) {
  const held: (() => Promise<void>)[] = [];
  const isLead = (url: URL) => url.pathname.endsWith("/rest/v1/contact_submissions");
  await page.route(isLead, async (route) => {
    if (route.request().method() === "PATCH") held.push(() => route.continue());
    else await route.continue();
  });
  return held;
}

/** Holds back the next change of a lead. */
const holdChange = (page: Page) =>
  hold(page, "**/rest/v1/contact_submissions?*", (request) => request.method() === "PATCH");

const statusOf = (page: Page, n: number) =>
  page.getByRole("combobox", { name: `Status of Seller ${n}` });

test("asks before closing while a shown change is being saved", async ({ page, site }) => {
  await addMany(site, 2);
  const held = await holdChanges(page);
  await page.goto(SCREEN);
  expect(await asksBeforeUnload(page)).toBe(false);
  for (const n of [1, 2]) {
    await choose(statusOf(page, n), "Contacted");
    await expect(statusOf(page, n)).toContainText("Contacted");
  }
  // In sequence: the second is sent once the first is stored.
  for (const n of [1, 2]) {
    await expect.poll(() => held.length).toBe(n);
    expect(await asksBeforeUnload(page)).toBe(true);
    expect(await statusOf(page, 2).textContent()).toContain("Contacted");
    await held[n - 1]?.();
  }
  await expect.poll(() => asksBeforeUnload(page)).toBe(false);
  const rows = await site.sql`select status from contact_submissions`;
  expect(rows.map(({ status }) => status)).toEqual(["contacted", "contacted"]);
});

test("rolls back each change that fails, and no other", async ({ page, site, expectConsole }) => {
  expectConsole(/ERR_FAILED/);
  await addMany(site, 2);
  // The route that is added last takes the first request.
  const [second, first] = [await holdChange(page), await holdChange(page)];
  await page.goto(SCREEN);
  for (const n of [1, 2]) {
    await choose(statusOf(page, n), "Contacted");
    await expect(statusOf(page, n)).toContainText("Contacted");
  }
  // Nothing is read again, which would hide a wrong roll-back.
  await page.route("**/rpc/lead_list", (route) => route.abort());
  first.release((route) => route.abort());
  await expect(statusOf(page, 1)).toContainText("New");
  await expect(statusOf(page, 2)).toContainText("Contacted");
  second.release((route) => route.abort());
  await expect(statusOf(page, 2)).toContainText("New");
  await expect(statusOf(page, 1)).toContainText("New");
});

test("reports unsaved changes on sign-out", async ({ page, site }) => {
  await addMany(site, 4);
  await holdChanges(page);
  await page.goto(SCREEN);
  for (const n of [1, 2, 3, 4]) {
    await choose(statusOf(page, n), "Contacted");
    await expect(statusOf(page, n)).toContainText("Contacted");
  }
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
  await expect(toasts(page).getByText("Failed to update status").first()).toBeVisible();
  expect(await asksBeforeUnload(page)).toBe(false);
});
