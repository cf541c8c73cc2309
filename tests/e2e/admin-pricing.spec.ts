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
