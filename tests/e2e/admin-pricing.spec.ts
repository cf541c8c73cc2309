import { withTablesRestored } from "#tests/support/site-rows.ts";
import { expect, test } from "./fixture.ts";
import { managerJourneys } from "./manager-journeys.ts";
import { managerOf } from "./managers.ts";

managerJourneys(
  managerOf({
    table: "pricing_items",
    label: "Service name",
    required: { Rate: "$2.00 per dozen" },
    blank: { "Service name": "Please enter a service name", Rate: "Please enter a rate" },
    longest: { characters: 200, refusal: "Service name at most 200 characters" },
    nextOrder: 3,
    builtIn: "Waived at 100+ orders per month.",
  }),
);

test("the page's texts stand above its prices and are saved on leaving; they fold away", async ({
  page,
  site,
  request,
}) => {
  await page.goto("/admin/pricing");
  const sections = page.getByRole("heading", {
    level: 2,
    name: /^(Hero|Benefits|CTA|Price list)$/,
  });
  await expect(sections).toHaveText(["Hero", "Benefits", "CTA", "Price list"]);
  const title = page.getByLabel("Hero: Title", { exact: true });
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
  await page.getByText("Texts of the page").click();
  await expect(title).toBeHidden();
  await expect(page).toHaveURL(/texts=hidden/);
  await page.reload();
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(title).toBeHidden();
});

test("a price has numbers beside its words; what differs is said, and stored all the same", async ({
  page,
  site,
}) => {
  await withTablesRestored(site.sql, ["pricing_items"], async () => {
    await site.sql`insert into pricing_items (service_name, rate, low, high, charged_per)
      values ('Pick & Pack', '$1.00-$5.00 per order', 1, 5, 'order')`;
    await page.goto("/admin/pricing");
    await page.getByRole("button", { name: "Edit Pick & Pack" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit pricing item" });
    await expect(dialog.getByLabel("From ($)")).toHaveValue("1.00");
    await expect(dialog.getByRole("combobox", { name: "Charged per" })).toHaveValue("order");
    await dialog.getByLabel("To ($)").fill("4");
    await expect(dialog.getByText("Rate says $1.00-$5.00")).toBeVisible();
    await dialog.getByLabel("From ($)").fill("4,5");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Please enter dollars, like 1.50")).toBeVisible();
    await dialog.getByLabel("From ($)").fill("$1.50");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    const item = page.getByRole("article").filter({ hasText: "Pick & Pack" });
    await expect(item.getByText("Words and numbers differ")).toBeVisible();
    const [row] = await site.sql`select low::float, high::float, charged_per from pricing_items
      where service_name = 'Pick & Pack'`;
    expect(row).toEqual({ low: 1.5, high: 4, charged_per: "order" });
  });
});

test("when a price changes, staff are told where else the old figure stands, with the way there", async ({
  page,
  site,
}) => {
  await withTablesRestored(site.sql, ["pricing_items", "faq_items"], async () => {
    await site.sql`insert into faq_items (question, answer, is_active)
      values ('What was storage?', 'It was $2 a cubic foot.', false)`;
    await site.sql`insert into pricing_items (service_name, rate, low, high, charged_per)
      values ('Storage', '$2.00 per cubic foot per month', 2, 2, 'cubic foot a month')`;
    await page.goto("/admin/pricing");
    await page.getByRole("button", { name: "Edit Storage" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit pricing item" });
    await dialog.getByLabel("Rate", { exact: true }).fill("$2.50 per cubic foot per month");
    await dialog.getByLabel("From ($)").fill("2.50");
    await dialog.getByLabel("To ($)").fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    const told = page.getByRole("status", { name: "Old figures" });
    await expect(told).toContainText(/\$2\.00 also stands in \d+ texts:/);
    await expect(
      told.getByRole("link", { name: "Content Editor › Pricing › Benefits › Banner description" }),
    ).toHaveAttribute("href", "/admin/pricing?texts=shown");
    await told.getByRole("link", { name: "FAQs › What was storage?" }).click();
    await expect(page.getByRole("dialog").getByLabel("Answer")).toHaveValue(
      "It was $2 a cubic foot.",
    );
  });
});
