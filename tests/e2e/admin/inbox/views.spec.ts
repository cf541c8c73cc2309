import type { Page } from "@playwright/test";
import { now } from "#tests/support/clock.ts";
import { expect, PHONE, test } from "../../fixture.ts";
import { choose, hold, toasts } from "../steps.ts";
import { add, addMany, link, reader, SCREEN } from "./submission-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await signIn();
});

/** The listed names, in order. */
const names = (page: Page) => page.locator("main tbody [data-open]");
const views = (page: Page) => page.getByRole("navigation", { name: "Views" });

test("announces a new lead without moving the list, and shows it on request", async ({
  page,
  site,
  expectAccessible,
}) => {
  await page.clock.install({ time: now() });
  await add(site, { created_at: "2026-01-05T17:00:00Z" });
  await page.goto(SCREEN);
  await expect(names(page)).toHaveText(["Ana Ruiz"]);
  // The web font has another width.
  await page.evaluate(() => document.fonts.ready);
  const place = await link(page, "Ana Ruiz").boundingBox();
  await add(site, { name: "Ben Okafor" });
  await add(site, { name: "Held Back", is_spam: true, spam_reason: "trap filled" });
  await page.clock.fastForward(5_000);
  const show = page.getByRole("status").getByRole("button", { name: "Show 1 new lead" });
  await expect(show).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Admin" }).getByText("2 new")).toBeVisible();
  await expect(names(page)).toHaveText(["Ana Ruiz"]);
  expect(await link(page, "Ana Ruiz").boundingBox()).toEqual(place);
  await expectAccessible();
  await add(site, { name: "Cleo Ito" });
  await page.clock.fastForward(5_000);
  await page.getByRole("button", { name: "Show 2 new leads" }).press("Enter");
  await expect(names(page)).toHaveText(["Cleo Ito", "Ben Okafor", "Ana Ruiz"]);
  await expect(page.getByRole("button", { name: /^Show \d+ new lead/ })).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
});

test("adds an announced lead at the top of a sorted list", async ({ page, site }) => {
  await page.clock.install({ time: now() });
  await addMany(site, 30);
  await page.goto(`${SCREEN}?status=new&sort=due&page=2`);
  await expect(names(page)).toHaveCount(5);
  await add(site, { name: "Ben Okafor", status: "closed" });
  await page.clock.fastForward(5_000);
  await add(site, { name: "Cleo Ito" });
  await page.clock.fastForward(5_000);
  await page.getByRole("button", { name: "Show 1 new lead" }).click();
  await expect(names(page).first()).toHaveText("Cleo Ito");
  await expect(page).toHaveURL(`${SCREEN}?status=new`);
});

test("counts hidden spam, and shows it on request", async ({ page, site }) => {
  await add(site);
  await add(site, { name: "Ben Okafor", spam_reason: "too fast" });
  for (const name of ["Cleo Ito", "Dee Hall"])
    await add(site, { name, is_spam: true, spam_reason: "trap filled" });
  await page.goto(SCREEN);
  await expect(page.getByText("2 total")).toBeVisible();
  await expect(page.getByRole("row", { name: /Ben Okafor/ })).toContainText("Likely spam");
  await expect(page.getByText("2 held as spam. Show")).toBeVisible();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(names(page)).toHaveText(["Dee Hall", "Cleo Ito"]);
  await expect(page.getByRole("combobox", { name: "Show" })).toHaveValue("held");
  await expect(page.getByText("held as spam. Show")).toHaveCount(0);
});

test("links views: all, mine and unanswered", async ({ page, site, expectAccessible }) => {
  const [me] = await site.sql`select user_id from admins order by created_at limit 1`;
  await add(site, { name: "Waits", created_at: "2026-01-05T17:00:00Z" });
  await add(site, { name: "Waits longer", created_at: "2026-01-04T17:00:00Z" });
  await add(site, { name: "Mine", owner_id: me?.user_id, status: "contacted" });
  await page.goto(SCREEN);
  const view = (name: string) => views(page).getByRole("link", { name, exact: true });
  await expect(view("All")).toHaveAttribute("aria-current", "page");
  await view("Unanswered, due soonest").click();
  await expect(names(page)).toHaveText(["Waits longer", "Waits"]);
  await expect(page).toHaveURL(`${SCREEN}?sort=due&status=new`);
  await expect(view("Unanswered, due soonest")).toHaveAttribute("aria-current", "page");
  await expect(view("All")).not.toHaveAttribute("aria-current", "page");
  await expectAccessible();
  await view("Mine").press("Enter");
  await expect(names(page)).toHaveText(["Mine"]);
  await page.goBack();
  await expect(names(page)).toHaveText(["Waits longer", "Waits"]);
  await page.reload();
  await expect(view("Unanswered, due soonest")).toHaveAttribute("aria-current", "page");
  // Filtered further, no view is current.
  await page.getByRole("searchbox").fill("longer");
  await expect(names(page)).toHaveText(["Waits longer"]);
  await expect(views(page).locator("[aria-current]")).toHaveCount(0);
  await site.sql`update contact_submissions set owner_id = null`;
  await page.goto(`${SCREEN}?owner=me`);
  await expect(page.getByText("No leads assigned to you")).toBeVisible();
});

test("lists overdue leads, due first, from the filter and from the dashboard", async ({
  page,
  site,
}) => {
  await add(site, { name: "Overdue", created_at: "2026-01-05T17:00:00Z" });
  await add(site, { name: "Longest overdue", created_at: "2026-01-04T17:00:00Z" });
  await add(site, { name: "Answered", status: "contacted", created_at: "2026-01-04T17:00:00Z" });
  await add(site, { name: "In time" });
  await page.goto(SCREEN);
  await expect(names(page)).toHaveCount(4);
  await choose(page.getByRole("combobox", { name: "Show" }), "Overdue");
  await expect(names(page)).toHaveText(["Overdue", "Longest overdue"]);
  await choose(page.getByRole("combobox", { name: "Sort by" }), "Unanswered, due soonest");
  await expect(names(page)).toHaveText(["Longest overdue", "Overdue"]);
  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: /^2 leads are overdue/ }).click();
  await expect(page).toHaveURL(`${SCREEN}?show=overdue&sort=due`);
  await expect(names(page)).toHaveText(["Longest overdue", "Overdue"]);
});

test("sorts by column headers with the keyboard, and J follows that order", async ({
  page,
  site,
}) => {
  for (const [hour, name, monthly_volume] of [
    [1, "Small", "0-50"],
    [2, "Large", "1000+"],
    [3, "Middle", "101-500"],
  ] as const)
    await add(site, { name, monthly_volume, created_at: `2026-01-05T0${hour}:00:00Z` });
  await page.goto(SCREEN);
  await expect(names(page)).toHaveText(["Middle", "Large", "Small"]);
  const head = (name: string) => page.getByRole("columnheader", { name, exact: true });
  await expect(head("Date")).toHaveAttribute("aria-sort", "descending");
  for (const [column, sort, direction, order] of [
    ["Business Details", "sort=volume", "descending", ["Large", "Middle", "Small"]],
    ["Business Details", "sort=lowest-volume", "ascending", ["Small", "Middle", "Large"]],
    ["Status", "sort=due", "ascending", ["Small", "Large", "Middle"]],
    ["Date", "contact-manager$", "descending", ["Middle", "Large", "Small"]],
    ["Date", "sort=oldest", "ascending", ["Small", "Large", "Middle"]],
    ["Business Details", "sort=volume", "descending", ["Large", "Middle", "Small"]],
  ] as const) {
    await head(column).getByRole("button").press("Enter");
    await expect(names(page)).toHaveText(order);
    await expect(page).toHaveURL(new RegExp(sort));
    await expect(head(column)).toHaveAttribute("aria-sort", direction);
  }
  await link(page, "Large").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("j");
  await expect(reader(page, "Middle")).toBeVisible();
  await page.keyboard.press("j");
  await expect(reader(page, "Small")).toBeVisible();
});

test("saves, renames, deletes and restores one's own views", async ({
  page,
  site,
  expectAccessible,
}) => {
  await site.sql`delete from private.lead_views`;
  await add(site);
  await add(site, { name: "Ben Okafor", platforms: ["Shopify"], status: "contacted" });
  await page.goto(`${SCREEN}?status=contacted&platform=Shopify`);
  await expect(names(page)).toHaveText(["Ben Okafor"]);
  await views(page).getByRole("button", { name: "Save view" }).click();
  const name = page.getByLabel("View name");
  await name.fill("x".repeat(61));
  await expect(page.getByText("Name can have at most 60 characters")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await name.fill("Shopify");
  await expectAccessible();
  await name.press("Enter");
  await expect(toasts(page).getByText("View saved")).toBeVisible();
  const view = (label: string) => views(page).getByRole("link", { name: label, exact: true });
  await expect(view("Shopify")).toHaveAttribute("aria-current", "page");
  await expect(view("Shopify")).toBeFocused();

  await view("All").click();
  await expect(names(page)).toHaveText(["Ben Okafor", "Ana Ruiz"]);
  await expect(views(page).getByRole("button")).toHaveCount(0);
  await page.reload();
  await view("Shopify").click();
  await expect(names(page)).toHaveText(["Ben Okafor"]);
  await views(page).getByRole("button", { name: "Rename Shopify" }).click();
  await name.fill("Shopify sellers");
  await name.press("Enter");
  await expect(view("Shopify sellers")).toHaveAttribute("aria-current", "page");
  await expect(view("Shopify sellers")).toBeFocused();

  const long = "Big fish, 1,000+ orders & still new (call before noon) 🐟";
  await page.setViewportSize(PHONE);
  await views(page).getByRole("button", { name: "Rename Shopify sellers" }).click();
  await name.fill(long);
  await name.press("Enter");
  await expect(view(long)).toBeInViewport({ ratio: 1 });
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await sideways()).toBe(0);

  await views(page)
    .getByRole("button", { name: `Delete ${long}` })
    .click();
  await expect(toasts(page).getByText("View deleted successfully!")).toBeVisible();
  await expect(view(long)).toHaveCount(0);
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(toasts(page).getByText("View restored")).toBeVisible();
  await expect(view(long)).toBeVisible();
});

test("makes changes of views one after another, and keeps a form opened meanwhile", async ({
  page,
  site,
}) => {
  const stored = [
    { name: "New ones", address: "status=new" },
    { name: "Closed ones", address: "status=closed" },
  ];
  await site.sql`delete from private.lead_views`;
  await site.sql`insert into private.lead_views (person_id, views)
    select user_id, ${site.sql.json(stored)} from admins order by created_at limit 1`;
  await add(site);
  /** Deletes the current view, but holds the answer back until it is released. */
  async function deleteSlowly(view: string) {
    const save = await hold(page, "**/rpc/lead_views_save");
    await views(page)
      .getByRole("button", { name: `Delete ${view}` })
      .click();
    await save.asked();
    return save.release;
  }
  await page.goto(`${SCREEN}?status=new`);
  const release = await deleteSlowly("New ones");
  await views(page).getByRole("link", { name: "Closed ones" }).click();
  await views(page).getByRole("button", { name: "Delete Closed ones" }).click();
  await views(page).getByRole("link", { name: "New ones" }).click();
  await views(page).getByRole("button", { name: "Rename New ones" }).click();
  const name = page.getByLabel("View name");
  await name.fill("Newest");
  release();
  await expect(toasts(page).getByText("View deleted successfully!")).toHaveCount(2);
  await expect(name).toHaveValue("Newest");
  await name.press("Enter");
  await expect(views(page).getByRole("link", { name: "Newest" })).toBeFocused();
  await expect(name).toBeHidden();
  const inDatabase = async () => (await site.sql`select views from private.lead_views`)[0]?.views;
  expect(await inDatabase()).toEqual([{ name: "Newest", address: "status=new" }]);

  // Renamed while it is being deleted: the later wish counts.
  const releaseAgain = await deleteSlowly("Newest");
  await views(page).getByRole("button", { name: "Rename Newest" }).click();
  await name.fill("Kept");
  await name.press("Enter");
  releaseAgain();
  await expect(views(page).getByRole("link", { name: "Kept" })).toBeVisible();
  expect(await inDatabase()).toEqual([{ name: "Kept", address: "status=new" }]);
});

test("reports views that can't be loaded or saved", async ({ page, expectConsole }) => {
  expectConsole(/status of 400/);
  const refuse = (call: string) =>
    page.route(`**/rpc/${call}`, (route) => route.fulfill({ status: 400, json: { code: "x" } }));
  await refuse("lead_views");
  await page.goto(SCREEN);
  await expect(views(page).getByText(/^Failed to load your saved views/)).toBeVisible();
  await page.unroute("**/rpc/lead_views");
  await refuse("lead_views_save");
  await page.goto(`${SCREEN}?status=contacted`);
  await views(page).getByRole("button", { name: "Save view" }).click();
  await page.getByLabel("View name").fill("Contacted");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toasts(page).getByText(/^Failed to save the view/)).toBeVisible();
});
