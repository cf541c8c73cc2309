import type { Page } from "@playwright/test";
import { withTablesRestored } from "#tests/support/samples/site-rows.ts";
import { DESKTOP, expect, PHONE, test } from "../../fixture.ts";

/** Waits until the served page contains this text. */
const served = (page: Page, words: string) =>
  expect.poll(async () => (await page.request.get("/pricing")).text()).toContain(words);
const rates = (page: Page) => page.getByRole("table", { name: "Rates by service" });
const moreRates = (page: Page) => page.getByRole("table", { name: "More rates" });

test("every active rate in order, free storage, benefits, and a number to call", async ({
  page,
  expectAccessible,
}) => {
  await page.goto("/pricing");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Our rates, on one page.");
  const table = rates(page);
  for (const each of [table, moreRates(page)])
    await expect(each.getByRole("columnheader")).toHaveText(["Service", "Rate", "Description"]);
  await expect(table.getByRole("rowheader")).toHaveText([
    ...["Storage", "Pick & Pack", "Extra Items", "Returns"],
  ]);
  await expect(moreRates(page).getByRole("rowheader")).toHaveText([
    "Receiving",
    "Packaging",
    "Postage up to 8 oz",
    "Postage up to 1 lb",
    "Postage up to 3 lb",
    "Kitting & Bundling",
    "Sourcing",
    "Order Minimum",
  ]);
  await expect(
    moreRates(page).getByRole("cell", { name: "Quoted per bundle typically $0.75 to $3.00" }),
  ).toBeVisible();
  await expect(table.getByRole("cell", { name: "$1.00-$5.00 per order" })).toBeVisible();
  await expect(page.getByText("No order minimums, in any month")).toBeVisible();
  await expect(page.getByRole("link", { name: "Call (503) 555-0142" })).toHaveAttribute(
    "href",
    "tel:+15035550142",
  );
  await expectAccessible();
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await expect(page.locator(".rate-table").getByRole("rowheader")).toHaveCount(12);
    for (const rate of ["$2.00", "$1.00-$5.00", "$0.40-$1.00", "$20"])
      await expect(table.getByText(rate, { exact: true })).toBeVisible();
    await expect(page.getByText("Free storage at 100+ orders per month")).toBeVisible();
    await expect(page.locator("#benefits").getByRole("listitem")).toHaveCount(6);
    await expect(page.locator("#cta").getByRole("link").first()).toHaveAttribute(
      "href",
      "tel:+15035550142",
    );
  }
});

test("hides an inactive rate, keeps the order, and fits long words, on a phone too", async ({
  page,
  site,
  expectAccessible,
}) => {
  await withTablesRestored(site.sql, ["pricing_items"], async () => {
    await site.sql`update pricing_items set is_active = false where service_name = 'Returns'`;
    await site.sql`
    insert into pricing_items (service_name, rate, description, display_order)
    values (${"Oversize".repeat(12)}, ${"$1,000.00-$2,000.00 per extraordinarily_long_unit"}, null, 0)`;
    await page.setViewportSize(PHONE);
    await served(page, "OversizeOversize");
    await page.goto("/pricing");
    await expect(rates(page).getByRole("rowheader").nth(1)).toHaveText(/^Oversize/);
    await expect(rates(page).getByRole("rowheader", { name: "Returns" })).toBeHidden();
    for (const width of [320, 375, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.setViewportSize(PHONE);
    await expectAccessible();
  });
});

test("rates come first on a phone, then the estimate, the offer and what is included", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/pricing");
  const price = await page.getByText("$2.00", { exact: true }).first().boundingBox();
  expect((price?.y ?? 0) + (price?.height ?? 0)).toBeLessThan(500);
  const order = await page.locator("main").evaluate((main) => {
    const parts = [...main.querySelectorAll(".rate-table, form, .free-storage, li")];
    return [...new Set(parts.map(({ tagName }) => tagName))];
  });
  expect(order).toEqual(["TABLE", "FORM", "DIV", "LI"]);
  const estimate = await page.locator("#estimate").boundingBox();
  expect(estimate?.y).toBeLessThan(1_400);
});

test("breaks a long range after its dash", async ({ page, site }) => {
  await withTablesRestored(site.sql, ["pricing_items"], async () => {
    await site.sql`update pricing_items set rate = '$3,000.00-$4,000.00 per project'
      where service_name = 'Storage'`;
    await page.setViewportSize({ width: 320, height: 900 });
    await served(page, "$3,000.00-");
    await page.goto("/pricing");
    const row = page.getByRole("row", { name: /per project/ });
    const [above, below] = [
      await row.getByText("$3,000.00-", { exact: true }).boundingBox(),
      await row.getByText("$4,000.00", { exact: true }).boundingBox(),
    ];
    expect(below?.y).toBeGreaterThan(above?.y ?? Number.NaN);
    expect((await row.getByRole("cell").last().boundingBox())?.width).toBeGreaterThan(150);
  });
});

test("links from the rates to services and questions", async ({ page }) => {
  await page.goto("/pricing");
  await page.getByRole("link", { name: "What each service does" }).click();
  await expect(page).toHaveURL("/services");
  await page.goBack();
  await page.getByRole("link", { name: "What sellers ask first" }).click();
  await expect(page).toHaveURL("/faqs");
});

test("the built-in rates: with none active, and with a backend that fails", async ({
  page,
  anotherSite,
}) => {
  const site = await anotherSite();
  await site.sql`update pricing_items set is_active = false`;
  await page.goto(`${site.url}/pricing`);
  await expect(page.locator(".rate-table").getByRole("rowheader")).toHaveCount(7);
  await site.sql`alter table pricing_items rename to pricing_items_gone`;
  await site.sql`alter table site_content rename to site_content_gone`;
  await site.sql`update site_settings set setting_value = setting_value`;
  await expect(async () => {
    const response = await page.goto(`${site.url}/pricing`);
    expect(response?.status()).toBe(200);
    expect(site.printed()).toContain("the prices could not be read");
  }).toPass();
  await expect(page.locator(".rate-table").getByRole("rowheader")).toHaveCount(7);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Our rates, on one page.");
});

const invoiceOf = (page: Page) => page.getByRole("article", { name: "Invoice, Sample" });
/** The text of each line: service, quantity, rate, amount. */
const linesOf = (page: Page) =>
  invoiceOf(page)
    .getByRole("row")
    .evaluateAll((rows) =>
      rows.map((row) =>
        Array.from(row.children, (cell) => cell.firstElementChild ?? cell)
          .map((cell) => cell.textContent)
          .join(" | "),
      ),
    );

test("calculates the sample invoice from the rates, and hides it without a title", async ({
  page,
  site,
}) => {
  await page.goto("/pricing");
  expect(await linesOf(page)).toEqual([
    "Service | Quantity | Rate | Amount",
    "Storage | 40 cubic feet | $2.00 | $80.00",
    "Storage waived at 100+ orders | 40 cubic feet | $2.00 | -$80.00",
    "Pick & Pack | 240 orders | $1.00 | $240.00",
    "Pick & Pack | 60 orders | $5.00 | $300.00",
    "Extra Items | 240 extra items | $0.40 | $96.00",
    "Extra Items | 60 extra items | $1.00 | $60.00",
    "Returns |  | $20.00 | $20.00",
    "Receiving | 12 cartons | $3.50 | $42.00",
    "Packaging | 240 packages | $0.35 | $84.00",
    "Packaging | 60 packages | $1.20 | $72.00",
    "Postage up to 8 oz | 240 labels | $4.40 | $1,056.00",
    "Postage up to 8 oz | 60 labels | $5.60 | $336.00",
    "Total | $2,306.00",
  ]);
  await expect(invoiceOf(page).getByText("Sample", { exact: true })).toBeVisible();
  await expect(invoiceOf(page).getByText(/^Not included in this sample: Kitting/)).toBeVisible();
  await withTablesRestored(site.sql, ["pricing_items", "site_content"], async () => {
    await site.sql`update pricing_items set low = 25, high = 25, rate = '$25 per month'
      where service_name = 'Returns'`;
    await expect
      .poll(async () => {
        await page.goto("/pricing");
        return (await linesOf(page)).filter((line) => /^(Returns|Total)/.test(line));
      })
      .toEqual(["Returns |  | $25.00 | $25.00", "Total | $2,311.00"]);
    await site.sql`update site_content set content_value = ''
      where page_name = 'pricing' and section_name = 'invoice' and content_key = 'title'`;
    await expect
      .poll(async () => {
        await page.goto("/pricing");
        return invoiceOf(page).count();
      })
      .toBe(0);
  });
});
