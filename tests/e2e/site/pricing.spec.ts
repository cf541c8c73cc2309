import type { Page } from "@playwright/test";
import { withTablesRestored } from "#tests/support/samples/site-rows.ts";
import { startSite } from "#tests/support/site.ts";
import { PROVIDER } from "../contact/form.ts";
import { expect, PHONE, test } from "../fixture.ts";

const rates = (page: Page) => page.getByRole("table", { name: "Rates by service" });

test("every active rate in order, free storage, benefits, and a number to call", async ({
  page,
  expectAccessible,
}) => {
  await page.goto("/pricing");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Every rate, on one page.");
  const table = rates(page);
  await expect(table.getByRole("columnheader")).toHaveText(["Service", "Rate", "Description"]);
  await expect(table.getByRole("rowheader")).toHaveText([
    "Storage",
    "Pick & Pack",
    "Extra Items",
    "Returns",
    "Receiving",
    "Packaging",
    "Postage",
    "Kitting & Bundling",
    "Sourcing",
    "Order Minimum",
  ]);
  await expect(table.getByRole("cell", { name: "$1.00-$5.00 per order" })).toBeVisible();
  await expect(page.getByText("Free storage after 100 orders per month")).toBeVisible();
  await expect(page.getByText("No order minimums, in any month")).toBeVisible();
  await expect(page.getByRole("link", { name: "Call (503) 555-0142" })).toHaveAttribute(
    "href",
    "tel:5035550142",
  );
  await expectAccessible();
});

test("a hidden rate is gone, order counts, long words stay on the sheet, on a phone too", async ({
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
    await expect(async () => {
      await page.goto("/pricing");
      await expect(rates(page).getByRole("rowheader").nth(1)).toHaveText(/^Oversize/, {
        timeout: 500,
      });
    }).toPass();
    await expect(rates(page).getByRole("rowheader", { name: "Returns" })).toBeHidden();
    for (const width of [320, 375, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.setViewportSize(PHONE);
    await expectAccessible();
  });
});

test("rates come first: above the fold of a phone, and before the offer and what is included", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/pricing");
  const price = await page.getByText("$2.00", { exact: true }).first().boundingBox();
  expect((price?.y ?? 0) + (price?.height ?? 0)).toBeLessThan(500);
  const order = await page.locator("main").evaluate((main) => {
    const parts = [...main.querySelectorAll("table, .free-storage, .free-storage ~ div li")];
    return [...new Set(parts.map(({ tagName }) => tagName))];
  });
  expect(order).toEqual(["TABLE", "DIV", "LI"]);
});

test("a range too long for its column breaks after its dash, beside a description that can be read", async ({
  page,
  site,
}) => {
  await withTablesRestored(site.sql, ["pricing_items"], async () => {
    await site.sql`update pricing_items set rate = '$3,000.00-$4,000.00 per project'
      where service_name = 'Storage'`;
    await page.setViewportSize({ width: 1024, height: 900 });
    await expect(async () => {
      await page.goto("/pricing");
      await expect(page.getByText("$3,000.00-", { exact: true })).toBeVisible({ timeout: 500 });
    }).toPass();
    const row = page.getByRole("row", { name: /per project/ });
    const [above, below] = [
      await row.getByText("$3,000.00-", { exact: true }).boundingBox(),
      await row.getByText("$4,000.00", { exact: true }).boundingBox(),
    ];
    expect(below?.y).toBeGreaterThan(above?.y ?? Number.NaN);
    expect((await row.getByRole("cell").last().boundingBox())?.width).toBeGreaterThan(150);
  });
});

test("from the rates to what they are for and to what is asked", async ({ page }) => {
  await page.goto("/pricing");
  await page.getByRole("link", { name: "What each service does" }).click();
  await expect(page).toHaveURL("/services");
  await page.goBack();
  await page.getByRole("link", { name: "What sellers ask first" }).click();
  await expect(page).toHaveURL("/faqs");
});

test("the built-in rates: with none active, and with a backend that fails", async ({ page }) => {
  const site = await startSite(process.env.TEST_CLUSTER_URL as string);
  await site.sql`update pricing_items set is_active = false`;
  await page.goto(`${site.url}/pricing`);
  await expect(rates(page).getByRole("rowheader")).toHaveCount(7);
  await site.sql`alter table pricing_items rename to pricing_items_gone`;
  await site.sql`alter table site_content rename to site_content_gone`;
  await site.sql`update site_settings set setting_value = setting_value`;
  await expect(async () => {
    const response = await page.goto(`${site.url}/pricing`);
    expect(response?.status()).toBe(200);
    expect(site.printed()).toContain("the prices could not be read");
  }).toPass();
  await expect(rates(page).getByRole("rowheader")).toHaveCount(7);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Every rate, on one page.");
  await site.stop();
});

test("on paper: the rates and the offer, without menus and pictures", async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 720, height: 1000 });
  await page.goto("/pricing");
  await expect(rates(page)).toBeVisible();
  await expect(page.getByText("Free storage after 100 orders per month")).toBeVisible();
  await expect(rates(page).getByRole("columnheader", { name: "Rate" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(page.getByRole("contentinfo").getByText("(503) 555-0142")).toBeVisible();
});

const FIGURES = "orders=300&items=2&cubic_feet=40&returns=yes";
const estimateOf = (page: Page) => page.locator("#estimate");
const lineOf = (page: Page, service: string) =>
  estimateOf(page).getByRole("row", { name: new RegExp(`^${service}`) });

test("a month is counted as one types, at an address that can be shared", async ({
  page,
  expectAccessible,
}) => {
  await page.goto("/pricing");
  await page.getByRole("link", { name: "What your month would cost" }).click();
  const estimate = estimateOf(page);
  await expect(estimate.getByRole("status")).toHaveText(
    "$440.00 to $1,820.00 a month$1.47 to $6.07 an order",
  );
  await expect(lineOf(page, "Storage").getByRole("cell")).toHaveText(["$0.00", "$0.00"]);
  await expect(estimate.getByText("40 cubic feet, waived at 100+ orders")).toBeVisible();
  await estimate.getByLabel("Orders a month").fill("99");
  await expect(estimate.getByRole("status")).toContainText("$238.60 to $694.00 a month");
  await expect(lineOf(page, "Storage").getByRole("cell")).toHaveText(["$80.00", "$80.00"]);
  await estimate.getByLabel("No", { exact: true }).check();
  await expect(lineOf(page, "Returns")).toBeHidden();
  await expect(page).toHaveURL("/pricing?orders=99&items=2&cubic_feet=40&returns=no#estimate");

  await estimate.getByLabel("Items an order").fill("2,5");
  await expect(estimate.getByText("Please write decimals")).toBeHidden();
  await estimate.getByRole("button", { name: "Count my month" }).click();
  await expect(estimate.getByLabel("Items an order")).toBeFocused();
  await expect(estimate.getByLabel("Items an order")).toHaveAccessibleDescription(
    "On average; one and a half is fine. Please write decimals with a point, like 2.5",
  );
  await expectAccessible();
  await estimate.getByLabel("Items an order").fill("1");
  await expect(estimate.getByText("Please write decimals")).toBeHidden();
  await expect(lineOf(page, "Extra Items")).toBeHidden();
  await estimate.getByRole("button", { name: "Count my month" }).click();
  const sums = await estimate.getByRole("status").textContent();
  await page.reload();
  await expect(estimate.getByRole("status")).toHaveText(sums ?? "");
});

test("an estimate goes to the form with its figures, and stays with the lead as data", async ({
  page,
  site,
}) => {
  await page.route(PROVIDER, (route) => route.fulfill({ body: "A calendar" }));
  await page.goto("/contact");
  await page.getByLabel("Shop or business name").fill("Halfmoon Nails");
  await page.goto(`/pricing?${FIGURES}`);
  await page.getByRole("link", { name: "Send me this estimate" }).click();
  const message = page.getByLabel("What should we know?");
  await expect(message).toHaveValue(
    /^Please send me this estimate\.\nMy month: 300 orders, 2 items/,
  );
  await expect(message).toHaveValue(/\nTogether: \$440\.00 to \$1,820\.00 a month,/);
  await expect(page.getByLabel("Monthly order volume")).toHaveValue("101-500");
  await expect(page.getByLabel("Shop or business name")).toHaveValue("Halfmoon Nails");
  await message.fill(`${await message.inputValue()}\nGlass bottles.`);

  await page.goto("/pricing?orders=50&items=1&cubic_feet=0&returns=no");
  await page.getByRole("link", { name: "Send me this estimate" }).click();
  await expect(message).toHaveValue(/My month: 50 orders/);
  await expect(message).not.toHaveValue(/300 orders/);
  await expect(message).toHaveValue(/\nGlass bottles\.$/);
  await page.getByLabel("Your name").fill("Ana Ruiz");
  await page.getByLabel("Email").fill("estimate@example.com");
  await page.getByLabel("Etsy").check();
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Thank you for your message!")).toBeVisible();
  const [lead] = await site.sql`select estimate, message from contact_submissions
    where email = 'estimate@example.com'`;
  expect(lead?.estimate).toEqual({
    ...{ orders: 50, items: 1, cubic_feet: 0, returns: false, low: 50, high: 250 },
  });
  expect(lead?.message).toContain("- Pick & Pack: $50.00 to $250.00 (50 orders at $1.00 to $5.00)");
  await page.getByRole("link", { name: "Pick a time now" }).click();
  await expect(page.locator("#schedule")).toBeInViewport();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the server counts a month, says what is wrong, and takes an estimate to the lead", async ({
    page,
    site,
    expectConsole,
  }) => {
    // The form without a name.
    expectConsole(/status of 422/);
    await page.goto("/pricing");
    const estimate = estimateOf(page);
    await estimate.getByLabel("Orders a month").fill("1,200");
    await estimate.getByLabel("Items an order").fill("two");
    await estimate.getByRole("button", { name: "Count my month" }).click();
    await expect(page).toHaveURL(
      "/pricing?orders=1%2C200&items=two&cubic_feet=40&returns=yes#estimate",
    );
    await expect(estimate.getByText("Please enter items as a number, like 2")).toBeVisible();
    await expect(estimate.getByRole("status")).toBeHidden();
    await estimate.getByLabel("Items an order").fill("1.5");
    await estimate.getByRole("button", { name: "Count my month" }).click();
    await expect(estimate.getByRole("status")).toContainText("$1,460.00 to $6,620.00 a month");
    await expect(lineOf(page, "Extra Items")).toContainText("600 further items");
    await estimate.getByRole("link", { name: "Send me this estimate" }).click();
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("Name must be at least 2 characters")).toBeVisible();
    await page.getByLabel("Your name").fill("Ana Ruiz");
    await page.getByLabel("Email").fill("plain@example.com");
    await page.getByLabel("Etsy").check();
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("Thank you for your message!")).toBeVisible();
    await expect(page.getByRole("link", { name: "Pick a time now" })).toBeVisible();
    const [lead] = await site.sql`select estimate from contact_submissions
      where email = 'plain@example.com'`;
    expect(lead?.estimate).toMatchObject({ orders: 1_200, items: 1.5, low: 1_460, high: 6_620 });
  });
});

test("the estimate follows prices and the free-storage rule, and goes where nothing can be counted", async ({
  page,
  site,
}) => {
  await withTablesRestored(site.sql, ["pricing_items", "site_settings"], async () => {
    await site.sql`update site_settings set setting_value = '301'
      where setting_key = 'free_storage_orders'`;
    await site.sql`update pricing_items set low = null, high = null, charged_per = null
      where service_name = 'Pick & Pack'`;
    await expect(async () => {
      await page.goto(`/pricing?${FIGURES}`);
      await expect(estimateOf(page).getByRole("status")).toContainText(
        "$220.00 to $400.00 a month",
        {
          timeout: 500,
        },
      );
    }).toPass();
    await expect(estimateOf(page).getByText("Pick & Pack: $1.00-$5.00 per order")).toBeVisible();
    await site.sql`update pricing_items set low = null, high = null, charged_per = null`;
    await expect(async () => {
      await page.goto("/pricing");
      await expect(estimateOf(page)).toHaveCount(0, { timeout: 500 });
    }).toPass();
    await expect(page.getByRole("link", { name: "What your month would cost" })).toHaveCount(0);
  });
});

const invoiceOf = (page: Page) => page.getByRole("article", { name: "Invoice, Sample" });
/** Each line as it reads: service, how many, rate, amount. */
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

test("the sample invoice is counted from the rates, and goes with its title", async ({
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
    "Extra Items | 240 further items | $0.40 | $96.00",
    "Extra Items | 60 further items | $1.00 | $60.00",
    "Returns |  | $20.00 | $20.00",
    "Total | $716.00",
  ]);
  await expect(invoiceOf(page).getByText("Sample", { exact: true })).toBeVisible();
  await expect(invoiceOf(page).getByText(/^Not on this sample: Receiving/)).toBeVisible();
  await withTablesRestored(site.sql, ["pricing_items", "site_content"], async () => {
    await site.sql`update pricing_items set low = 25, high = 25, rate = '$25 per month'
      where service_name = 'Returns'`;
    await expect
      .poll(async () => {
        await page.goto("/pricing");
        return (await linesOf(page)).slice(-2);
      })
      .toEqual(["Returns |  | $25.00 | $25.00", "Total | $721.00"]);
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
