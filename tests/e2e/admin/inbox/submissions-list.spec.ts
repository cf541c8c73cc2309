import { readFile } from "node:fs/promises";
import Papa from "papaparse";
import { manySubmissions } from "#tests/support/samples/many-rows.ts";
import { expect, test } from "../../fixture.ts";
import { choose, toasts } from "../steps.ts";
import { add, addMany, ana, SCREEN } from "./submission-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await signIn();
});

test("lists leads, with an email draft one press away", async ({
  page,
  site,
  expectAccessible,
}) => {
  await add(site, { created_at: "2026-11-05T20:00:00Z", status: "closed" });
  await page.goto(SCREEN);
  for (const column of [
    "Contact Info",
    "Business Details",
    "Platforms",
    "Status",
    "Date",
    "Actions",
  ])
    await expect(page.getByRole("columnheader", { name: column, exact: true })).toBeVisible();
  const row = page.getByRole("row", { name: /Ana Ruiz/ });
  for (const words of [ana.email, "Halfmoon Candles", "101-500", "TikTok Shop", "Nov 05, 2026"])
    await expect(row).toContainText(words);
  await expect(page.getByText("1 total")).toBeVisible();
  const draft = row.getByRole("link", { name: "Email Ana Ruiz" });
  await expect(draft).toHaveAttribute(
    "href",
    /^mailto:ana@halfmoon\.example\?subject=Your%20message%20to%20Evergreen%20Fulfillment&body=Hi%20Ana/,
  );
  await expectAccessible();
});

test("searches and filters in the database, with the state in the address", async ({
  page,
  site,
}) => {
  await add(site);
  await add(site, { name: "Ben Okafor", email: "ben@example.net", business_name: null });
  await add(site, { name: "Cleo Ito", email: "cleo@example.net", status: "responded" });
  await page.goto(SCREEN);
  const names = page
    .getByRole("rowgroup")
    .last()
    .getByRole("link", { name: /^\w+ \w+$/ });
  await expect(names).toHaveCount(3);

  const search = page.getByRole("searchbox", {
    name: "Search leads",
  });
  await expect(search).toHaveAccessibleDescription(/Put phrases in quotes: "free storage"/);
  for (const [words, found] of [
    ["okaf", "Ben Okafor"],
    ["CLEO@", "Cleo Ito"],
    ["moon candles", "Ana Ruiz"],
  ] as const) {
    await search.fill(words);
    await expect(names).toHaveText(words === "moon candles" ? ["Cleo Ito", found] : [found]);
  }
  await expect(page).toHaveURL(/q=moon\+candles/);
  await choose(page.getByRole("combobox", { name: "Status", exact: true }), "Responded");
  await expect(page).toHaveURL(/status=responded/);
  await expect(names).toHaveText(["Cleo Ito"]);
  await expect(page.getByText("1 found")).toBeVisible();
  await page.reload();
  await expect(names).toHaveText(["Cleo Ito"]);
  await choose(page.getByRole("combobox", { name: "Status", exact: true }), "Contacted");
  await expect(page.getByText("No submissions match your filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).press("Enter");
  await expect(names).toHaveCount(3);
  await expect(search).toHaveValue("");
  await expect(page.getByRole("main")).toBeFocused();
});

test("long lists come page by page", async ({ page, site }) => {
  await addMany(site, 60);
  await page.goto(SCREEN);
  await expect(page.getByText("1–25 of 60")).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole("link", { name: "Seller 26", exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("link", { name: "Seller 1", exact: true })).toBeVisible();
  await page.goto(`${SCREEN}?page=99`);
  await expect(page.getByText("51–60 of 60")).toBeVisible();
  await choose(page.getByRole("combobox", { name: "Sort by" }), "Oldest first");
  await expect(page.getByRole("link", { name: "Seller 60", exact: true })).toBeVisible();
});

test("reports a failed load and a failed export, and retries", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  await add(site);
  const list = "**/rest/v1/rpc/lead_list";
  await page.route(list, (route) => route.fulfill({ status: 500 }));
  await page.goto(SCREEN);
  await expect(page.getByText("Failed to load contact submissions")).toBeVisible();
  await page.unroute(list);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: "Ana Ruiz", exact: true })).toBeVisible();
  await expect(page.getByText("1 total")).toBeVisible();
  await page.route(list, (route) => route.fulfill({ status: 500 }));
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expect(toasts(page).getByText("Failed to export leads")).toBeVisible();
  await expect(page.getByRole("button", { name: "Export CSV" })).toBeEnabled();
});

test("exports all pages of the filtered list as CSV", async ({ page, site }) => {
  await addMany(site, 1500);
  const message = '=HYPERLINK("https://evil.example")\nsecond line, "quoted"';
  await add(site, { name: "Zoë 🕯️", message });
  await add(site, { name: "Closed One", status: "closed" });
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await page.goto(`${SCREEN}?status=new`);
  await expect(page.getByText("1,501 found")).toBeVisible();
  expect(scripts.filter((url) => /\/export-(?!progress-)/.test(url))).toEqual([]);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await downloading;
  await expect(page.getByText("1,501 leads exported")).toBeVisible();
  expect(scripts.filter((url) => /\/export-(?!progress-)/.test(url))).toHaveLength(1);
  const logged = await site.sql`
    select detail from private.audit_log where kind = 'leads_exported'`;
  expect(logged).toContainEqual({ detail: "1501 leads" });
  expect(file.suggestedFilename()).toMatch(/^contact-submissions-\d{4}-\d\d-\d\d\.csv$/);
  const bytes = await readFile(await file.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const { data } = Papa.parse<Record<string, string>>(bytes.subarray(3).toString("utf8"), {
    header: true,
  });
  expect(data).toHaveLength(1501);
  expect(data[0]).toMatchObject({ Name: "Zoë 🕯️", Message: `'${message}` });
  expect(new Set(data.map(({ Name }) => Name)).size).toBe(1501);
  expect(data.filter(({ Status }) => Status !== "New")).toEqual([]);
});

test("10,000 submissions are counted, searched, filtered and paged by the database", async ({
  page,
  site,
}) => {
  await manySubmissions(site.sql);
  for (const [address, total] of [
    ["", "10,000 total"],
    ["?q=seller+99", "280 found"],
    ["?q=SHOP&status=closed&sort=oldest&page=50", "2,500 found"],
    ["?q=nobody", "0 found"],
  ] as const) {
    await page.goto(SCREEN + address);
    await expect(page.getByText(total)).toBeVisible();
  }
});
