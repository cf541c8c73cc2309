import type { Page } from "@playwright/test";
import { expect, PHONE, test } from "../../fixture.ts";
import { choose, toasts } from "../steps.ts";
import { add, addMany, link, reader, SCREEN } from "./submission-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await signIn();
});
const rowHeights = (page: Page) =>
  page
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));

test("handles 20 messages by keyboard alone", async ({ page, site }) => {
  // Slow: opens each of twenty messages before setting its status.
  test.slow();
  await addMany(site, 30);
  await page.goto(`${SCREEN}?status=new`);
  await expect(link(page, "Seller 1")).toBeVisible();
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  await press("j");
  await expect(link(page, "Seller 1")).toBeFocused();
  await press("Enter");
  for (let n = 1; n <= 20; n += 1) {
    await expect(reader(page, `Seller ${n}`).getByText(`seller${n}@example.com`)).toBeVisible();
    await press("2");
    await expect(
      page.getByRole("combobox", { name: `Status of Seller ${n}: Contacted` }),
    ).toBeVisible();
    await press("j");
  }
  await expect(reader(page, "Seller 21")).toBeVisible();
  expect(presses).toBeLessThan(60);
  await expect
    .poll(() => site.sql`select name from contact_submissions where status = 'contacted'`, {
      timeout: 30_000,
    })
    .toHaveLength(20);
  const left = await site.sql`select count(*)::int from contact_submissions where status = 'new'`;
  expect(left).toEqual([{ count: 10 }]);
  await expect(page.getByRole("navigation", { name: "Admin" }).getByText("10 new")).toBeVisible();
  await expect(page).toHaveTitle("(10) Contact Submissions · Admin");
});

test("shows a dense list, with a message open next to it", async ({
  page,
  site,
  expectAccessible,
}) => {
  await addMany(site, 24);
  const message = "We ship 400 orders a month and want a quote.\n\nBest";
  const id = await add(site, { message, platforms: ["TikTok Shop", "Shopify", "Amazon", "Etsy"] });
  for (const [width, most] of [
    [1440, 64],
    [1024, 96],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(SCREEN);
    const row = page.getByRole("row", { name: /Ana Ruiz/ });
    await expect(row).toContainText("We ship 400 orders a month");
    await expect(row).toContainText("No owner");
    await expect(row).toContainText(/Due (today|tomorrow|\w{3}) \d+:\d\d\s[AP]M/i);
    await expect(page.getByRole("combobox", { name: /^Status of Ana/ })).toBeVisible();
    expect(Math.max(...(await rowHeights(page)))).toBeLessThanOrEqual(most);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await link(page, "Ana Ruiz").click();
  await expect(
    reader(page).getByText("We ship 400 orders a month and want a quote."),
  ).toBeVisible();
  await expect(link(page, "Ana Ruiz")).toBeFocused();
  await expect(page.getByRole("table")).toHaveCount(0);
  await expectAccessible();

  await page.keyboard.press("ArrowDown");
  await expect(reader(page, "Seller 1")).toBeVisible();
  await reader(page, "Seller 1").getByRole("button", { name: "Next" }).click();
  await expect(reader(page, "Seller 2")).toBeVisible();
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await expect(reader(page).getByRole("button", { name: "Previous" })).toBeDisabled();
  // One Back closes it, no matter how many messages were opened.
  await page.goBack();
  await expect(page).toHaveURL(SCREEN);
  await expect(page.getByRole("table")).toBeVisible();

  await page.setViewportSize(PHONE);
  await page.goto(`${SCREEN}?open=${id}`);
  const screen = page.getByRole("dialog", { name: "Ana Ruiz" });
  await expect(screen.getByText("We ship 400 orders a month and want a quote.")).toBeVisible();
  expect((await screen.boundingBox())?.width).toBe(PHONE.width);
  await expectAccessible();
  await screen.getByRole("button", { name: "Next" }).click();
  const next = page.getByRole("dialog", { name: "Seller 1" });
  await expect(next.getByText("seller1@example.com")).toBeVisible();
  await next.getByRole("button", { name: "Previous" }).click();
  await expect(screen).toBeVisible();
});

test("finds a message without accents, by words, and filtered", async ({ page, site }) => {
  await add(site, { name: "José Fernández", message: "We ship from Málaga." });
  await add(site, {
    name: "Ben Okafor",
    platforms: ["Amazon"],
    created_at: "2026-01-05T17:00:00Z",
  });
  await page.goto(SCREEN);
  const names = page.locator("tbody [data-open]");
  await expect(names).toHaveText(["José Fernández", "Ben Okafor"]);
  await page.keyboard.press("/");
  await page.keyboard.type("Fernandez");
  await expect(names).toHaveText(["José Fernández"]);
  await page.getByRole("searchbox").fill("malaga jose");
  await expect(page).toHaveURL(/q=malaga\+jose/);
  await expect(names).toHaveText(["José Fernández"]);
  await page.getByRole("searchbox").fill("");
  await expect(names).toHaveCount(2);
  await page.getByRole("button", { name: "Filters" }).click();
  await choose(page.getByLabel("Platform", { exact: true }), "Amazon");
  await expect(names).toHaveText(["Ben Okafor"]);
  await page.getByLabel("To", { exact: true }).focus();
  await page.keyboard.type("01042026");
  await expect(page).toHaveURL(/until=2026-01-04/);
  await expect(page.getByText("No submissions match your filters")).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill("2026-01-06");
  await expect(names).toHaveText(["Ben Okafor"]);
  await page.reload();
  await expect(page.getByRole("button", { name: "Filters (2)" })).toBeVisible();
  await expect(names).toHaveText(["Ben Okafor"]);
});

test("changes status and owner of several leads, deletes and undoes", async ({
  page,
  site,
  expectAccessible,
}) => {
  await addMany(site, 4);
  await page.goto(SCREEN);
  for (const n of [1, 2]) await page.getByLabel(`Select Seller ${n}`, { exact: true }).check();
  const bar = page.getByRole("region", { name: "Selected leads" });
  await expect(bar.getByText("2 leads selected")).toBeVisible();
  await expectAccessible();
  await bar.getByLabel("Set status").selectOption("Responded");
  await expect(toasts(page)).toContainText("2 leads updated · Status: Responded");
  await bar.getByLabel("Set owner").selectOption({ index: 2 });
  await expect(toasts(page)).toContainText(/2 leads updated · Owner: \S/);
  await expect(page.getByRole("row", { name: /Seller 1 / })).not.toContainText("No owner");
  await expect
    .poll(
      () => site.sql`select name from contact_submissions
        where status = 'responded' and owner_id is not null order by name`,
    )
    .toEqual([{ name: "Seller 1" }, { name: "Seller 2" }]);
  const downloading = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Export" }).click();
  await downloading;
  await expect(toasts(page).getByText("2 leads exported")).toBeVisible();
  // Leads held as spam leave the list, and a message says so.
  await bar.getByRole("button", { name: "Mark as spam" }).click();
  await expect(page.getByText("2 held as spam")).toBeVisible();
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  for (const n of [1, 2]) await page.getByLabel(`Select Seller ${n}`, { exact: true }).check();

  page.on("dialog", (dialog) => void dialog.accept());
  await bar.getByRole("button", { name: "Delete" }).click();
  await expect(toasts(page).getByText("2 leads deleted")).toBeVisible();
  await expect(page.getByText("2 total")).toBeVisible();
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(toasts(page).getByText("2 leads restored")).toBeVisible();
  await expect(page.getByText("4 total")).toBeVisible();
});
