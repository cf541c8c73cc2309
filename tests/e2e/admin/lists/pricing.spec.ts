import type { Locator } from "@playwright/test";
import { withTablesRestored } from "#tests/support/samples/site-rows.ts";
import { expect, PHONE, test } from "../../fixture.ts";
import { managerJourneys } from "./manager-journeys.ts";
import { managerOf } from "./managers.ts";
import { manyScreen } from "./many-journeys.ts";

managerJourneys(
  managerOf({
    table: "pricing_items",
    label: "Service name",
    required: { Rate: "$2.00 per dozen" },
    blank: { "Service name": "Please enter a service name", Rate: "Please enter a rate" },
    nextOrder: 3,
    builtIn: "Waived at 100+ orders per month.",
    everyField: { low: 20, high: 20, charged_per: "parcel by weight", up_to: 8 },
  }),
);

test("prices come first; the page's texts unfold above them, stay so, and are saved on leaving", async ({
  page,
  site,
  request,
}) => {
  await page.goto("/admin/pricing");
  const title = page.getByLabel("Hero: Title", { exact: true });
  await expect(page.getByRole("article").first()).toBeInViewport({ ratio: 1 });
  await expect(title).toBeHidden();
  await page.getByText("Page text").click();
  const sections = page.getByRole("heading", {
    level: 2,
    name: /^(Hero|Benefits|CTA|Price list)$/,
  });
  await expect(sections).toHaveText(["Hero", "Benefits", "CTA", "Price list"]);
  const before = await title.inputValue();
  try {
    await title.fill("Rates by the pallet");
    await title.blur();
    await expect
      .poll(async () => (await request.get("/pricing")).text())
      .toContain("Rates by the pallet");
  } finally {
    await site.sql`update site_content set content_value = ${before}
      where page_name = 'pricing' and section_name = 'hero' and content_key = 'title'`;
  }
  await page.reload();
  await expect(title).toBeVisible();
  await page.getByText("Page text").click();
  await expect(title).toBeHidden();
  // A link to a text opens the page texts.
  await page.goto("/admin/pricing?texts=shown");
  await expect(title).toBeVisible();
  await page.getByText("Page text").click();
  await expect(page).toHaveURL("/admin/pricing");
  await page.reload();
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(title).toBeHidden();
});

test("warns when a price's numbers and text differ, and saves", async ({ page, site }) => {
  await withTablesRestored(site.sql, ["pricing_items"], async () => {
    await site.sql`insert into pricing_items (service_name, rate, low, high, charged_per)
      values ('Pick & Pack', '$1.00-$5.00 per order', 1, 5, 'order')`;
    await page.goto("/admin/pricing");
    await page.getByRole("button", { name: "Edit Pick & Pack" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit pricing item" });
    await expect(dialog.getByLabel("From ($)")).toHaveValue("1.00");
    const top = async (label: string) => (await dialog.getByLabel(label).boundingBox())?.y;
    // Polled: the dialog grows, and moves, when the price picker arrives.
    await expect
      .poll(async () => (await top("From ($)")) === (await top("To ($)")), "side by side")
      .toBe(true);
    await expect(dialog.getByRole("combobox", { name: "Charged per" })).toHaveValue("order");
    await dialog.getByLabel("To ($)").fill("4");
    await expect(dialog.getByText("The rate text says $1.00-$5.00")).toBeVisible();
    await dialog.getByLabel("From ($)").fill("4,5");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Please enter an amount in dollars, like 1.50")).toBeVisible();
    await dialog.getByLabel("From ($)").fill("$1.50");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    const item = page.getByRole("article").filter({ hasText: "Pick & Pack" });
    await expect(item.getByText("Rate and numbers don't match")).toBeVisible();
    const [row] = await site.sql`select low::float, high::float, charged_per from pricing_items
      where service_name = 'Pick & Pack'`;
    expect(row).toEqual({ low: 1.5, high: 4, charged_per: "order" });
  });
});

test("postage by weight and a typical range say what visitors get, and reach the page", async ({
  page,
  site,
}) => {
  await withTablesRestored(site.sql, ["pricing_items"], async () => {
    await page.goto("/admin/pricing");
    const dialog = page.getByRole("dialog", { name: "New pricing item" });
    const add = () => page.getByRole("button", { name: "Add pricing item" }).first().click();
    const charge = dialog.getByRole("combobox", { name: "Charged per" });
    await add();
    await dialog.getByLabel("Service name").fill("Postage up to 9 oz");
    await dialog.getByLabel("Rate", { exact: true }).fill("$4.50-$5.50 per label");
    await charge.selectOption("Package, by weight (postage)");
    await dialog.getByLabel("From ($)").fill("4.50");
    await charge.selectOption("Cubic foot per month");
    await expect(
      dialog.getByText("In the sample month: $0.00 (40 cubic feet, waived at 100+ orders)."),
    ).toBeVisible();
    await charge.selectOption("Package, by weight (postage)");
    await dialog.getByLabel("To ($)").fill("5.50");
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog.getByText("Please enter a number, like 8")).toBeVisible();
    await dialog.getByLabel("Up to (ounces)").fill("9");
    await expect(
      dialog.getByText(
        "In the sample month: $1,350.00 to $1,650.00 (300 labels at $4.50 to $5.50).",
      ),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog).toBeHidden();

    await add();
    await dialog.getByLabel("Service name").fill("Kitting");
    await dialog.getByLabel("Rate", { exact: true }).fill("Quoted per kit");
    await charge.selectOption("Quote, with a typical range");
    await dialog.getByLabel("From ($)").fill("1");
    await dialog.getByLabel("To ($)").fill("4");
    await expect(dialog.getByText("Visitors see “typically $1.00 to $4.00”.")).toBeVisible();
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog).toBeHidden();

    const address = "/pricing?orders=10&items=1&cubic_feet=0&returns=no&ounces=8.5";
    await expect
      .poll(async () => (await page.request.get(address)).text())
      .toContain("typically $1.00 to $4.00");
    await page.goto(address);
    const estimate = page.locator("#estimate");
    await expect(estimate.getByText("10 labels at $4.50 to $5.50")).toBeVisible();
    await expect(
      estimate.getByText("Kitting: Quoted per kit, typically $1.00 to $4.00"),
    ).toBeVisible();
  });
});

test("lists other texts with the old figure when a price changes", async ({ page, site }) => {
  await withTablesRestored(site.sql, ["pricing_items", "faq_items", "site_content"], async () => {
    await site.sql`insert into faq_items (question, answer, is_active)
      values ('What was storage?', 'It was $2 a cubic foot.', false)`;
    await site.sql`update site_content set content_value = 'The $2.00 per cubic foot is waived.'
      where page_name = 'pricing' and content_key = 'banner_description'`;
    await site.sql`insert into pricing_items (service_name, rate, low, high, charged_per)
      values ('Storage', '$2.00 per cubic foot per month', 2, 2, 'cubic foot a month')`;
    await page.goto("/admin/pricing");
    await page.getByRole("button", { name: "Edit Storage" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit pricing item" });
    await dialog.getByLabel("Rate", { exact: true }).fill("$2.50 per cubic foot per month");
    // A single price is changed in one field.
    await expect(dialog.getByLabel("To ($)")).toHaveValue("");
    await dialog.getByLabel("From ($)").fill("2.50");
    await dialog.getByRole("button", { name: "Save" }).click();
    const notice = page.getByRole("status", { name: "Old prices in your text" });
    await expect(notice).toContainText(/\$2\.00 is also used in \d+ texts:/);
    await expect(
      notice.getByRole("link", {
        name: "Content Editor › Pricing › Benefits › Banner description",
      }),
    ).toHaveAttribute("href", "/admin/pricing?texts=shown");
    await expect(notice).toContainText("Use “Insert a price” there to keep them up to date.");
    await notice.getByRole("link", { name: "FAQs › What was storage?" }).click();
    await expect(page.getByRole("dialog").getByLabel("Answer")).toHaveValue(
      "It was $2 a cubic foot.",
    );
  });
});

test("updates references to a price, which then can't be deleted", async ({
  page,
  site,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 409/);
  const visitorsRead = (path: string, words: string) =>
    expect.poll(async () => (await request.get(path)).text()).toContain(words);
  await withTablesRestored(site.sql, ["site_content", "faq_items", "pricing_items"], async () => {
    await site.sql`delete from faq_items`;
    await site.sql`insert into faq_items (question, answer) values ('Insured?', 'Yes, for : ask.'),
      ('Repeated?', 'It is $7.10.')`;
    await site.sql`insert into pricing_items (service_name, rate, low, high, charged_per)
      values ('Insurance', '$7.10 per carton', 7.1, 7.1, 'carton received')`;

    // In a dialog, at the cursor.
    await page.goto("/admin/faqs");
    await page.getByRole("button", { name: "Edit Insured?" }).click();
    const answer = page.getByRole("dialog").getByLabel("Answer", { exact: true });
    await answer.evaluate((field: HTMLTextAreaElement) =>
      field.setSelectionRange("Yes, for ".length, "Yes, for ".length),
    );
    const picker = page.getByRole("combobox", { name: "Insert a price", exact: true });
    await picker.selectOption({ label: "Insurance: $7.10 per carton" });
    await expect(answer).toHaveValue("Yes, for {price: insurance}: ask.");
    await expect(
      page.getByText("{price: insurance} shows the price of Insurance: “$7.10 per carton”."),
    ).toBeVisible();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page).not.toHaveURL(/edit=/);
    await visitorsRead("/faqs", '"text":"Yes, for $7.10 per carton: ask."');

    // In a text that saves on blur: inserts the amount only; an unknown price shows an error.
    await page.goto("/admin/pricing?texts=shown");
    const banner = page.getByLabel("Benefits: Banner description", { exact: true });
    await banner.fill("{price: nothing}, from ");
    await expect(page.getByText("no price has this name")).toBeVisible();
    await banner.press("End");
    await page
      .getByRole("combobox", { name: "Insert a price: Benefits: Banner description" })
      .selectOption({ label: "Insurance: $7.10" });
    await expect(banner).toHaveValue("{price: nothing}, from {amount: insurance}");
    await expect(banner).toBeFocused();
    await banner.blur();
    await visitorsRead("/pricing", "our listed price, from $7.10<");

    await page.getByRole("button", { name: "Edit Insurance" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit pricing item" });
    await dialog.getByLabel("Service name").fill("Cover");
    await dialog.getByLabel("Rate", { exact: true }).fill("$8.20 per carton");
    await dialog.getByLabel("From ($)").fill("8.20");
    await dialog.getByLabel("To ($)").fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await visitorsRead("/faqs", '"text":"Yes, for $8.20 per carton: ask."');
    expect(await (await request.get("/pricing")).text()).toContain("$8.20");
    // Of the three texts, only the one that repeats the price still has the old one.
    const notice = page.getByRole("status", { name: "Old prices in your text" });
    await expect(notice).toContainText("$7.10 is also used in 1 text:");
    await expect(notice.getByRole("link")).toHaveText("FAQs › Repeated?");

    page.once("dialog", (question) => question.accept());
    await page.getByRole("button", { name: "Delete Cover" }).click();
    await expect(
      page.getByText(
        "These texts use this price: Insured?; pricing / benefits / banner_description. Edit them first",
      ),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit Cover" })).toBeVisible();

    // With several selected, the others are hidden or deleted; the message names the price in use.
    await site.sql`insert into pricing_items (service_name, rate) values
      ('Labels', '$1 each'), ('Tape', '$2 each')`;
    await page.goto("/admin/pricing");
    const many = manyScreen(page, { items: "pricing items", called: (name) => name });
    const toasts = page.getByRole("region", { name: "Notifications" });
    const stays = toasts.getByText(/Cover: These texts use this price: Insured\?/).first();
    await many.box("Cover").check();
    await many.box("Labels").check();
    await many.press("Hide");
    await expect(toasts.getByText("1 of 2 pricing items hidden")).toBeVisible();
    await expect(stays).toBeVisible();
    await many.box("Cover").check();
    await many.box("Labels").check();
    await many.box("Tape").check();
    await many.remove(3);
    await expect(toasts.getByText("2 of 3 pricing items deleted")).toBeVisible();
    await expect(stays).toBeVisible();
    const left = () => site.sql`select service_name, is_active from pricing_items
      where service_name in ('Cover', 'Labels', 'Tape') order by 1`;
    expect(await left()).toEqual([{ service_name: "Cover", is_active: true }]);
    await toasts
      .getByRole("group")
      .filter({ hasText: "2 of 3 pricing items deleted" })
      .getByRole("button", { name: "Undo" })
      .click();
    await expect(toasts.getByText("2 pricing items restored")).toBeVisible();
    expect(await left()).toEqual([
      { service_name: "Cover", is_active: true },
      { service_name: "Labels", is_active: false },
      { service_name: "Tape", is_active: true },
    ]);
  });
});

test("a row of many on a phone has its name first, then the rate, then the buttons", async ({
  page,
  site,
}) => {
  await withTablesRestored(site.sql, ["pricing_items"], async () => {
    await site.sql`insert into pricing_items (service_name, rate, display_order)
      select 'Crate ' || n, '$' || n || ' per crate', n from generate_series(1, 12) as n`;
    await page.setViewportSize(PHONE);
    await page.goto("/admin/pricing");
    const row = page.getByRole("row").filter({ hasText: "Crate 7" });
    const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
    const name = await top(row.getByRole("heading", { name: "Crate 7" }));
    const rate = await top(row.getByText("$7 per crate"));
    expect(rate).toBeGreaterThan(name);
    expect(await top(row.getByRole("button", { name: "Edit Crate 7" }))).toBeGreaterThan(rate);
  });
});
