import { readFile } from "node:fs/promises";
import Papa from "papaparse";
import type { Site } from "#tests/support/site.ts";
import { expect, test } from "../../fixture.ts";
import { choose, giveRightsBack, takeRightsAway, toasts } from "../steps.ts";
import { add, addMany, link, reader, SCREEN } from "./submission-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await signIn();
});

const count = async (site: Site, part: string) =>
  (await site.sql.unsafe(`select count(*)::int from contact_submissions where ${part}`))[0]?.count;

test("changes all filtered leads on all pages, and undoes it", async ({
  page,
  site,
  expectAccessible,
}) => {
  await addMany(site, 60);
  await add(site, { status: "closed" });
  await page.goto(`${SCREEN}?status=new`);
  await page.getByLabel("Select all on this page").check();
  const bar = page.getByRole("region", { name: "Selected leads" });
  await expect(bar.getByText("25 leads selected")).toBeVisible();
  const all = bar.getByRole("button", { name: "Select all 60" });
  await all.click();
  await expect(bar.getByText("All 60 leads selected")).toBeVisible();
  await expect(all).toBeHidden();
  await expectAccessible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByLabel("Select Seller 26", { exact: true })).toBeChecked();
  await expect(bar.getByText("All 60 leads selected")).toBeVisible();

  await bar.getByLabel("Set status").selectOption("Contacted");
  await expect(toasts(page).getByText("60 leads updated")).toBeVisible();
  await expect(page.getByText("No submissions match your filters")).toBeVisible();
  expect(await count(site, "status = 'contacted'")).toBe(60);
  // A colleague changes one of them before the undo.
  await site.sql`update contact_submissions set status = 'responded' where name = 'Seller 7'`;
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(toasts(page).getByText("59 leads reverted")).toBeVisible();
  await expect(
    toasts(page).getByText("Edited since then, so left unchanged: 1 lead"),
  ).toBeVisible();
  expect(await count(site, "status = 'new'")).toBe(59);
  expect(await count(site, "status = 'responded'")).toBe(1);
});

test("assigns, exports, marks as spam and deletes all, after a confirmation", async ({
  page,
  site,
}) => {
  await addMany(site, 30);
  await page.goto(SCREEN);
  const bar = page.getByRole("region", { name: "Selected leads" });
  const selectAll = async () => {
    await page.getByLabel("Select all on this page").check();
    await bar.getByRole("button", { name: "Select all 30" }).click();
  };
  await selectAll();
  await bar.getByLabel("Set owner").selectOption({ index: 2 });
  await expect(toasts(page).getByText("30 leads updated")).toBeVisible();
  expect(await count(site, "owner_id is not null")).toBe(30);

  const downloading = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Export" }).click();
  const bytes = await readFile(await (await downloading).path());
  const { data } = Papa.parse<Record<string, string>>(bytes.toString("utf8"), { header: true });
  expect(data).toHaveLength(30);
  expect(new Set(data.map(({ Owner }) => Owner)).has("")).toBe(false);

  await bar.getByRole("button", { name: "Mark as spam" }).click();
  // Before it, Undo is that of an earlier message.
  await expect(toasts(page)).toContainText("30 leads updated · Marked as spam");
  expect(await count(site, "is_spam")).toBe(30);
  await toasts(page).getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(() => count(site, "is_spam")).toBe(0);

  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void (asked.length === 1 ? dialog.dismiss() : dialog.accept());
  });
  await bar.getByRole("button", { name: "Delete" }).click();
  expect(await count(site, "deleted_at is null")).toBe(30);
  await bar.getByRole("button", { name: "Delete" }).click();
  await expect(toasts(page).getByText("30 leads deleted")).toBeVisible();
  expect(asked).toEqual(Array(2).fill("Are you sure you want to delete these 30 leads?"));
  await expect(page.getByText("No contact submissions yet")).toBeVisible();
  await toasts(page).getByRole("button", { name: "Undo" }).first().click();
  await expect(toasts(page).getByText("30 leads restored")).toBeVisible();
  await expect(page.getByText("30 total")).toBeVisible();
});

test("releases held spam on all pages, with Undo", async ({ page, site }) => {
  await addMany(site, 26);
  await site.sql`update contact_submissions set is_spam = true, spam_reason = 'marked by staff'`;
  await page.goto(`${SCREEN}?show=held`);
  const bar = page.getByRole("region", { name: "Selected leads" });
  await page.getByLabel("Select all on this page").check();
  await bar.getByRole("button", { name: "Select all 26" }).click();
  await expect(bar.getByRole("button", { name: "Mark as spam" })).toHaveCount(0);
  await bar.getByRole("button", { name: "Not spam" }).click();
  await expect(toasts(page).getByText("26 leads updated")).toBeVisible();
  expect(await count(site, "is_spam or spam_reason is not null")).toBe(0);
  await expect(page.getByText("No submissions match your filters")).toBeVisible();
  await toasts(page).getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(() => count(site, "is_spam and spam_reason = 'marked by staff'")).toBe(26);

  await page.goto(SCREEN);
  await add(site);
  await page.reload();
  await page.getByLabel("Select Ana Ruiz", { exact: true }).check();
  await expect(bar.getByRole("button", { name: "Mark as spam" })).toBeVisible();
  await expect(bar.getByRole("button", { name: "Not spam" })).toHaveCount(0);
});

test("changes nothing when the list has changed, and selects again", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 409/);
  await addMany(site, 26);
  await page.goto(SCREEN);
  await page.getByLabel("Select all on this page").check();
  const bar = page.getByRole("region", { name: "Selected leads" });
  await bar.getByRole("button", { name: "Select all 26" }).click();
  await add(site);
  await bar.getByLabel("Set status").selectOption("Closed");
  await expect(
    toasts(page).getByText("Someone else changed the list. Reload and try again"),
  ).toBeVisible();
  expect(await count(site, "status = 'closed'")).toBe(0);
  await expect(bar.getByText("All 26 leads selected")).toBeHidden();
});

test("refuses Undo without rights, and says why", async ({ page, site, expectConsole }) => {
  expectConsole(/status of 403/);
  await add(site);
  await page.goto(SCREEN);
  await page.getByLabel("Select Ana Ruiz", { exact: true }).check();
  await page.getByLabel("Set status", { exact: true }).selectOption("Closed");
  await expect(toasts(page).getByText("1 lead updated")).toBeVisible();
  await takeRightsAway(site, page);
  try {
    await toasts(page).getByRole("button", { name: "Undo" }).click();
    await expect(toasts(page).getByText("Failed to undo that")).toBeVisible();
    expect(await count(site, "status = 'closed'")).toBe(1);
  } finally {
    await giveRightsBack(site);
  }
});

test("offers at most 500 at once", async ({ page, site }) => {
  await addMany(site, 501);
  await page.goto(SCREEN);
  await page.getByLabel("Select all on this page").check();
  const bar = page.getByRole("region", { name: "Selected leads" });
  await expect(
    bar.getByText("You can select up to 500 leads at once. To select all 501, narrow the list."),
  ).toBeVisible();
  await expect(bar.getByRole("button", { name: /^Select all/ })).toHaveCount(0);
});

test("a row has email, delete, reply and owner at hand, and its platforms, at 1024 and 1440 px", async ({
  page,
  site,
}) => {
  await add(site, { platforms: ["TikTok Shop", "WooCommerce", "Walmart Marketplace", "Etsy"] });
  await add(site, { name: "Ben Okafor", platforms: ["Shopify", "Amazon", "Etsy"] });
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 768 });
    await page.goto(SCREEN);
    const row = page.getByRole("row", { name: /Ana Ruiz/ });
    await expect(row.getByRole("link", { name: "Email Ana Ruiz" })).toBeInViewport({ ratio: 1 });
    await expect(row.getByRole("button", { name: "Delete Ana Ruiz" })).toBeInViewport({ ratio: 1 });
    for (const words of ["TikTok Shop", "WooCommerce", "+2 more"])
      await expect(row.getByText(words)).toBeVisible();
    const other = page.getByRole("row", { name: /Ben Okafor/ });
    for (const words of ["Shopify", "Amazon", "Etsy"])
      await expect(other.getByText(words)).toBeVisible();

    await choose(page.getByRole("button", { name: "More for Ana Ruiz" }), "Assign");
    const opened = width < 1200 ? page.getByRole("dialog", { name: "Ana Ruiz" }) : reader(page);
    await expect(opened.getByLabel("Owner")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(opened).toBeHidden();
    await choose(page.getByRole("button", { name: "More for Ana Ruiz" }), "Reply");
    await expect(opened.getByLabel("Your reply")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(link(page, "Ana Ruiz")).toBeVisible();
  }
});
