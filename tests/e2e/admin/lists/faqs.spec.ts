import type { Locator } from "@playwright/test";
import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { outageJourneys } from "../texts/outage-journeys.ts";
import { engineJourneys } from "./engine-journeys.ts";
import { managerJourneys } from "./manager-journeys.ts";
import { managerOf } from "./managers.ts";
import { typedJourneys } from "./typed-journeys.ts";
import { whileSavingJourneys } from "./while-saving-journeys.ts";

const manager = managerOf({
  table: "faq_items",
  label: "Question",
  required: { Answer: "By the dozen, too." },
  blank: { Question: "Please enter a question", Answer: "Please enter an answer" },
  nextOrder: 3,
  builtIn: "What will it cost me?",
});
managerJourneys(manager);
engineJourneys(manager);
typedJourneys(manager);
whileSavingJourneys(manager);
outageJourneys(manager);

test("a long text has room from the start", async ({ page }) => {
  await page.goto("/admin/faqs?edit=new");
  const answer = page.getByLabel("Answer", { exact: true });
  const height = async () => (await answer.boundingBox())?.height;
  await expect.poll(height, "five lines of 24 px").toBeGreaterThanOrEqual(5 * 24);
});

test("shows ten or more as rows of a table with column headers, at every width", async ({
  page,
  site,
  expectAccessible,
}) => {
  for (let number = 4; number <= 12; number += 1)
    await site.sql`insert into faq_items ${site.sql({ question: `Crate ${number}: ${"do you stack them as high as the roof? ".repeat(number % 4)}`, answer: "Yes. ".repeat(60), display_order: number, is_active: number !== 5 })}`;
  await page.goto("/admin/faqs");
  const table = page.getByRole("table", { name: "FAQs" });
  const items = table.locator("tbody").getByRole("row");
  await expect(items).toHaveCount(12);
  for (const item of await items.all())
    expect((await item.boundingBox())?.height).toBeLessThanOrEqual(56);
  await inspect(page, "faq_items-dense", expectAccessible);
  await page.getByRole("searchbox", { name: "Search FAQs" }).fill("crate");
  await expect(items).toHaveCount(9);
  // There are fewer than ten, and they stay table rows with column names.
  for (const item of await items.all())
    expect((await item.boundingBox())?.height).toBeLessThanOrEqual(56);
  const left = async (text: Locator) => (await text.boundingBox())?.x;
  const column = table.getByRole("columnheader", { name: "Question" });
  expect(await left(column)).toBe(await left(items.first().getByRole("heading")));
  // With a title and an answer, a checkbox and a handle, and the actions.
  await expect(table.getByRole("columnheader")).toHaveText([
    "Select and move",
    "Question",
    "Answer",
    "Actions",
  ]);
  await expect(items.first().getByRole("rowheader")).toContainText("Crate 4");
  await expect(items.first().getByRole("cell")).toHaveCount(3);
});

test("leaves the typed text alone when its search begins", async ({ page }) => {
  await page.goto("/admin/faqs?q=pallet");
  const search = page.getByRole("searchbox", { name: "Search FAQs" });
  await search.press("Home");
  await page.keyboard.type("a");
  await expect(page.getByText("No matches")).toBeVisible();
  await expect(search).toHaveValue("apallet");
  // Text that is set again has the caret at its end.
  expect(await search.evaluate((box: HTMLInputElement) => box.selectionStart)).toBe(1);
});

test("scrolls while an item is held near an edge", async ({ page, site }) => {
  for (let number = 4; number <= 30; number += 1)
    await site.sql`insert into faq_items ${site.sql({ question: `Crate ${number}`, answer: "Yes.", display_order: number })}`;
  await page.goto("/admin/faqs");
  const handle = page.getByRole("button", { name: "Move Alpha pallet" });
  const box = await handle.boundingBox();
  if (!box) throw new Error("The handle is not on the screen.");
  const { height } = page.viewportSize() ?? { height: 0 };
  await page.mouse.move(box.x + 8, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 8, height - 5, { steps: 4 });
  const last = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await expect.poll(() => page.evaluate(() => Math.ceil(scrollY))).toBeGreaterThanOrEqual(last);
  await page.mouse.up();
  await expect
    .poll(async () => {
      const rows = await site.sql`select question from faq_items order by display_order`;
      return rows.findIndex(({ question }) => question === "Alpha pallet");
    })
    .toBeGreaterThan(20);
});

test("stores one item when a response is lost", async ({ page, site, expectConsole }) => {
  expectConsole(/ERR_FAILED|status of 409/);
  await page.goto("/admin/faqs?edit=new");
  await page.getByLabel("Question", { exact: true }).fill("Delta pallet");
  await page.getByLabel("Answer", { exact: true }).fill("By the dozen.");
  let lost = false;
  await page.route(/\/rest\/v1\/faq_items\b/, async (route) => {
    if (lost || route.request().method() !== "POST") return route.continue();
    lost = true;
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Failed to save FAQ");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  const toastRegion = page.getByRole("region", { name: "Notifications" });
  await expect(toastRegion.getByText("Your unsaved text is saved now")).toBeVisible();
  expect(await site.sql`select 1 from faq_items where question = 'Delta pallet'`).toHaveLength(1);
});
