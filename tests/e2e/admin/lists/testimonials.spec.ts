import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { giveRightsBack, takeRightsAway } from "../steps.ts";
import { outageJourneys } from "../texts/outage-journeys.ts";
import { engineJourneys } from "./engine-journeys.ts";
import { managerJourneys } from "./manager-journeys.ts";
import { managerOf } from "./managers.ts";
import { typedJourneys } from "./typed-journeys.ts";
import { whileSavingJourneys } from "./while-saving-journeys.ts";

const manager = managerOf({
  table: "testimonials",
  label: "Author name",
  required: { Quote: "They stack higher." },
  blank: { Quote: "Please enter the quote", "Author name": "Please enter the author's name" },
  nextOrder: 0,
  nextKey: "ArrowRight",
});
managerJourneys(manager);
engineJourneys(manager);
typedJourneys(manager);
whileSavingJourneys(manager);
outageJourneys(manager);

const CARD = "Alpha pallet";

test("describes each item, with a switch", async ({ page, site, request }) => {
  await site.sql`update testimonials set featured = true, quote = 'Every dozen on time.',
    author_title = 'Owner', author_company = 'Stacks', created_at = '2026-11-05T20:00:00Z'
    where author_name = ${CARD}`;
  await page.goto("/admin/testimonials");
  const card = page.getByRole("article").filter({ hasText: CARD });
  for (const words of ["Featured", "Active", "Order 1", "Every dozen on time.", "Owner, Stacks"])
    await expect(card).toContainText(words);
  await expect(card).toContainText("Created Nov 05, 2026");

  const active = card.getByRole("switch", { name: `Active: testimonial by ${CARD}` });
  await active.click();
  await expect(active).not.toBeChecked();
  await expect(page.getByText("Testimonial updated successfully!").first()).toBeVisible();
  await expect(card.getByText("Inactive")).toBeVisible();
  await expect.poll(async () => (await request.get("/")).text()).not.toContain(CARD);

  const notice = page.getByText(/^No active testimonials: the home page shows the quote in the/);
  await expect(notice).toBeHidden();
  await site.sql`update testimonials set is_active = false`;
  await page.reload();
  await expect(notice).toBeVisible();
  await site.sql`update testimonials set is_active = true where author_name <> ${CARD}`;
  await active.click();
  await expect.poll(async () => (await request.get("/")).text()).toContain(CARD);
});

test("shows an author's portrait and links their name, or neither", async ({
  page,
  request,
  expectAccessible,
}) => {
  const served = async () => (await request.get("/")).text();
  await page.goto("/admin/testimonials");
  await page.getByRole("button", { name: `Edit testimonial by ${CARD}` }).click();
  const dialog = page.getByRole("dialog");
  const fill = async (link: string, portrait: string, alt: string) => {
    await dialog.getByLabel("Link", { exact: true }).fill(link);
    await dialog.getByLabel("Portrait", { exact: true }).fill(portrait);
    await dialog.getByLabel("Portrait alt text").fill(alt);
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expect(dialog).toBeHidden();
  };
  await fill("halfmoon.example.com", "/icon-192.png", "Alpha in her studio");
  await expect.poll(served).toContain("https://halfmoon.example.com");
  await page.goto("/#testimonial");
  const author = page.locator("#testimonial figcaption").filter({ hasText: CARD });
  await expect(author.getByRole("img", { name: "Alpha in her studio" })).toBeVisible();
  await expect(author.getByRole("link", { name: CARD })).toHaveAttribute(
    "href",
    "https://halfmoon.example.com",
  );
  await expectAccessible();

  await page.goto("/admin/testimonials");
  await page.getByRole("button", { name: `Edit testimonial by ${CARD}` }).click();
  await fill("", "", "");
  await expect.poll(served).not.toContain("halfmoon.example.com");
  await page.goto("/");
  await expect(author).toContainText(CARD);
  await expect(author.locator("img, a")).toHaveCount(0);
});

test("reverts a refused switch, and says why", async ({ page, site }) => {
  await page.goto("/admin/testimonials");
  const active = page.getByRole("switch", { name: `Active: testimonial by ${CARD}` });
  await expect(active).toBeChecked();
  await takeRightsAway(site, page);
  try {
    await active.click();
    const toastRegion = page.getByRole("region", { name: "Notifications" });
    await expect(toastRegion.getByText("Failed to update testimonial").first()).toBeVisible();
    await expect(toastRegion.getByText("You no longer have access").first()).toBeVisible();
    await expect(active).toBeChecked();
  } finally {
    await giveRightsBack(site);
  }
  const [row] = await site.sql`select is_active from testimonials where author_name = ${CARD}`;
  expect(row?.is_active).toBe(true);
});

test("Back and Escape cancel a delete confirmation", async ({ page, site, expectAccessible }) => {
  await page.goto("/admin/testimonials");
  const pressed = page.getByRole("button", { name: `Delete testimonial by ${CARD}` });
  const question = page.getByRole("alertdialog", { name: "Delete testimonial?" });
  await pressed.click();
  await expect(question).toBeVisible();
  await expect(question).toContainText("You can still restore it from History.");
  await inspect(page, "testimonials-delete", expectAccessible);
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/testimonials$/);
  await expect(pressed).toBeFocused();
  await page.goForward();
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await pressed.click();
  await expect(question).toBeVisible();
  // A reload forgets the open question.
  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(3);
  await expect(page).not.toHaveURL(/asking/);
  await expect(question).toBeHidden();
  expect(await site.sql`select 1 from testimonials`).toHaveLength(3);
});
