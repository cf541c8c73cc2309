import type { Page } from "@playwright/test";
import { withTablesRestored } from "#tests/support/samples/site-rows.ts";
import { PROVIDER } from "../../contact/form.ts";
import { expect, PHONE, test } from "../../fixture.ts";

const FIGURES = "orders=300&items=2&cubic_feet=40&returns=yes";
const estimateOf = (page: Page) => page.locator("#estimate");
const lineOf = (page: Page, service: string) =>
  estimateOf(page).getByRole("row", { name: new RegExp(`^${service}`) });

test("a month is counted as one types, at an address that can be shared", async ({
  page,
  expectAccessible,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/pricing");
  await page.getByRole("link", { name: "Estimate your cost" }).click();
  const estimate = estimateOf(page);
  await expect(estimate.getByRole("heading", { level: 2 })).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole("link", { name: "Estimate your cost" })).toBeHidden();
  await expect(estimate.getByRole("status")).toHaveText(
    "$1,907.00 to $3,902.00 per month$6.36 to $13.01 per order",
  );
  await estimate.getByLabel("Cartons received").fill("");
  await expect(lineOf(page, "Receiving")).toBeHidden();
  await expect(estimate.getByText("Receiving: $3.50 per carton")).toBeVisible();
  await expect(estimate.getByText("Postage up to 1 lb:")).toBeHidden();
  await estimate.getByLabel("Ounces per package").fill("");
  await expect(estimate.getByText("Postage up to 1 lb: $5.70-$8.20 per label")).toBeVisible();
  await estimate.getByLabel("Ounces per package").fill("9");
  await expect(lineOf(page, "Postage up to 8 oz")).toBeHidden();
  await expect(lineOf(page, "Postage up to 1 lb")).toContainText("300 labels at $5.70 to $8.20");
  const noPostage = "We don't list postage above 3 lb, so this total has none.";
  await estimate.getByLabel("Ounces per package").fill("49");
  await expect(estimate.getByRole("status")).toContainText(noPostage);
  await expect(estimate.getByText("Postage up to 1 lb:")).toBeHidden();
  await estimate.getByLabel("Ounces per package").fill("");
  await expect(estimate.getByText(noPostage)).toBeHidden();
  await expect(estimate.getByRole("status")).toContainText("$545.00 to $2,180.00 per month");
  await estimate.getByLabel("Small, in a mailer").check();
  await expect(estimate.getByRole("status")).toContainText("$545.00 per month");
  await expect(lineOf(page, "Pick & Pack")).toContainText("300 orders at $1.00");
  await estimate.getByLabel("A mix").check();
  await expect(lineOf(page, "Storage").getByRole("cell")).toHaveText(["$0.00", "$0.00"]);
  await expect(estimate.getByText("40 cubic feet, waived at 100+ orders")).toBeVisible();
  await estimate.getByLabel("Orders per month").fill("99");
  await expect(estimate.getByRole("status")).toContainText("$273.25 to $812.80 per month");
  await expect(
    estimate.getByText(
      "Storage is free at 100+ orders: 1 more order per month saves $72.80 to $78.25.",
    ),
  ).toBeVisible();
  await expect(lineOf(page, "Storage").getByRole("cell")).toHaveText(["$80.00", "$80.00"]);
  await estimate.getByLabel("No", { exact: true }).check();
  await expect(lineOf(page, "Returns")).toBeHidden();
  await expect(page).toHaveURL("/pricing?orders=99&items=2&cubic_feet=40&returns=no#estimate");
  await estimate.getByLabel("Cubic feet stored").fill("0");
  await expect(estimate.getByText("Storage is free")).toBeHidden();

  await estimate.getByLabel("Items per order").fill("2,5");
  await expect(estimate.getByText("Please use a decimal point")).toBeHidden();
  await estimate.getByRole("button", { name: "Estimate my cost" }).click();
  await expect(estimate.getByLabel("Items per order")).toBeFocused();
  await expect(estimate.getByLabel("Items per order")).toHaveAccessibleDescription(
    "An average, like 1.5. Please use a decimal point, like 2.5",
  );
  await expectAccessible();
  await estimate.getByLabel("Items per order").fill("1");
  await expect(estimate.getByText("Please use a decimal point")).toBeHidden();
  await expect(lineOf(page, "Extra Items")).toBeHidden();
  await estimate.getByRole("button", { name: "Estimate my cost" }).click();
  const sums = await estimate.getByRole("status").textContent();
  await page.reload();
  await expect(estimate.getByRole("status")).toHaveText(sums ?? "");
});

test("takes an estimate to the form, stored with the lead", async ({ page, site }) => {
  await page.route(PROVIDER, (route) => route.fulfill({ body: "A calendar" }));
  await page.goto("/contact");
  const note = page.getByText("Your estimate is in the message below. Tell us where to send it.");
  await expect(note).toBeHidden();
  await page.getByLabel("Shop or business name").fill("Halfmoon Nails");
  await page.goto(`/pricing?${FIGURES}`);
  await page.getByRole("link", { name: "Send me this estimate" }).click();
  await expect(note).toBeInViewport();
  const message = page.getByLabel("What should we know?");
  await expect(message).toHaveValue(
    /^Please send me this estimate\.\nMy numbers: 300 orders, 2 items/,
  );
  await expect(message).toHaveValue(/\nTotal: \$545\.00 to \$2,180\.00 per month,/);
  await expect(page.getByLabel("Monthly order volume")).toHaveValue("101-500");
  await expect(page.getByLabel("Shop or business name")).toHaveValue("Halfmoon Nails");
  await message.fill(`${await message.inputValue()}\nGlass bottles.`);

  // With figures typed on the page, the link follows them.
  await page.goto("/pricing?orders=300&items=1&cubic_feet=0&returns=no");
  await page.getByLabel("Orders per month").fill("60");
  await page.getByLabel("Orders per month").fill("50");
  await page.getByRole("link", { name: "Send me this estimate" }).click();
  await expect(message).toHaveValue(/My numbers: 50 orders/);
  await expect(message).not.toHaveValue(/300 orders/);
  await expect(message).toHaveValue(/\nGlass bottles\.$/);
  await page.getByLabel("Your name").fill("Ana Ruiz");
  await page.getByLabel("Email").fill("estimate@example.com");
  await page.getByLabel("Etsy").check();
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Thank you for your message!")).toBeVisible();
  await expect(note).toBeHidden();
  const [lead] = await site.sql`select estimate, message from contact_submissions
    where email = 'estimate@example.com'`;
  expect(lead?.estimate).toEqual({
    orders: 50,
    items: 1,
    cubic_feet: 0,
    returns: false,
    low: 67.5,
    high: 310,
  });
  expect(lead?.message).toContain("- Pick & Pack: $50.00 to $250.00 (50 orders at $1.00 to $5.00)");
  await page.getByRole("link", { name: "Pick a time now" }).click();
  await expect(page.locator("#schedule")).toBeInViewport();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("estimates on the server, reports errors, and stores the estimate", async ({
    page,
    site,
    expectConsole,
  }) => {
    // A form without a name.
    expectConsole(/status of 422/);
    await page.goto("/pricing");
    const estimate = estimateOf(page);
    await estimate.getByLabel("Orders per month").fill("1,200");
    await estimate.getByLabel("Items per order").fill("two");
    await estimate.getByLabel("Small, in a mailer").check();
    await estimate.getByLabel("Cartons received").fill("");
    await estimate.getByRole("button", { name: "Estimate my cost" }).click();
    await expect(page).toHaveURL(
      "/pricing?orders=1%2C200&items=two&size=small&cubic_feet=40&returns=yes&cartons=&ounces=8#estimate",
    );
    await expect(estimate.getByText("Please enter items as a number, like 2")).toBeVisible();
    await expect(estimate.getByRole("status")).toBeHidden();
    await estimate.getByLabel("Items per order").fill("1.5");
    await estimate.getByRole("button", { name: "Estimate my cost" }).click();
    await expect(estimate.getByRole("status")).toContainText("$7,160.00 to $8,600.00 per month");
    await expect(
      estimate.getByText("Storage is free at 100+ orders. That saves you $80.00 per month."),
    ).toBeVisible();
    await expect(estimate.getByText("Receiving: $3.50 per carton")).toBeVisible();
    await expect(lineOf(page, "Extra Items")).toContainText("600 extra items");
    await expect(estimate.getByText("We don't list postage")).toBeHidden();
    await page.goto(`/pricing?${FIGURES}&ounces=49`);
    await expect(estimate.getByRole("status")).toHaveText(/We don't list postage above 3 lb/);
    await expect(estimate.getByText("Postage up to 1 lb:")).toBeHidden();
    await page.goBack();
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
    expect(lead?.estimate).toMatchObject({
      orders: 1_200,
      items: 1.5,
      size: "small",
      ounces: 8,
      low: 7_160,
      high: 8_600,
    });
  });
});

test("follows prices and free storage, and hides without a countable price", async ({
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
        "$325.00 to $760.00 per month",
        {
          // Not injected: Reloads until the figures match; a page cached before the change shows others.
          timeout: 5_000,
        },
      );
    }).toPass();
    await expect(estimateOf(page).getByText("Pick & Pack: $1.00-$5.00 per order")).toBeVisible();
    await site.sql`update pricing_items set low = null, high = null, charged_per = null`;
    await expect(async () => {
      await page.goto("/pricing");
      // Not injected: Reloads until the estimate is gone; a page cached before the change still has it.
      await expect(estimateOf(page)).toHaveCount(0, { timeout: 500 });
    }).toPass();
    await expect(page.getByRole("link", { name: "Estimate your cost" })).toHaveCount(0);
  });
});

test("every input shows its focus", async ({ page }) => {
  await page.goto("/pricing");
  const inputs = estimateOf(page).locator("input");
  const shot = (index: number) => inputs.nth(index).locator("../..").screenshot();
  for (let index = 0; index < (await inputs.count()); index += 1) {
    await page.locator("body").click({ position: { x: 1, y: 1 } });
    const before = await shot(index);
    await inputs.nth(index).focus();
    // The keyboard, which a ring is for.
    await page.keyboard.press("Shift");
    expect((await shot(index)).equals(before), `input ${index}`).toBe(false);
  }
});
