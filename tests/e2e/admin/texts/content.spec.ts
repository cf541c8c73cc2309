import { catalogue } from "#app/content/index.ts";
import { expect, PHONE, test } from "../../fixture.ts";
import { open, saved, title } from "./content-steps.ts";

test.beforeEach(({ signIn }) => signIn());

test("shows a text changed in the editor on the site", async ({
  page,
  request,
  expectAccessible,
}) => {
  await open(page);
  await expectAccessible();
  await title(page).fill("Packed before the comments load");
  await page.keyboard.press("Tab");
  await expect(page.getByText("Content updated successfully!")).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await expect
    .poll(async () => (await request.get("/")).text())
    .toContain("Packed before the comments load");
  await page.reload();
  await expect(title(page)).toHaveValue("Packed before the comments load");
});

test("shows a guarantee once staff write what they pay", async ({ page, site }) => {
  await open(page, "why-us");
  const amount = page.getByLabel("Guarantee: Amount value", { exact: true });
  await expect(page.getByText("Enter what a customer gets when you miss")).toBeVisible();
  const board = page.locator("#stats");
  await page.goto("/why-us");
  await expect(board.getByRole("term")).toHaveCount(4);
  await expect(board.getByRole("heading")).toHaveCount(0);
  await open(page, "why-us");
  await amount.fill("That order's fee, back");
  await page.keyboard.press("Tab");
  await expect(page.getByText("Content updated successfully!")).toBeVisible();
  const served = async () => (await page.request.get("/why-us")).text();
  await expect.poll(served, { intervals: [50] }).toContain('id="guarantee"');
  await page.goto("/why-us#guarantee");
  const terms = page.locator("#guarantee");
  await expect(terms.getByRole("heading")).toHaveText("If we miss, we pay");
  await expect(terms.getByRole("term")).toHaveText([
    "What we promise",
    "What we pay",
    "How to claim",
  ]);
  await expect(terms.getByText("That order's fee, back")).toBeVisible();
  // Only now the page claims to answer for its figures.
  await expect(board.getByRole("heading")).toHaveText("Four numbers to hold us to");
  await site.sql`update site_content set content_value = ''
    where section_name = 'guarantee' and content_key = 'amount_value'`;
  await expect.poll(served, { intervals: [50] }).not.toContain('id="guarantee"');
});

test("shows the period and method of a figure once staff write them", async ({
  page,
  expectAccessible,
}) => {
  const METHOD = "2025, every order scanned at the dock";
  for (const [tab, label, path] of [
    ["home", "Testimonial: Stat 1 evidence", "/"],
    ["why-us", "Stats: Stat 3 evidence", "/why-us"],
  ] as const) {
    const served = async () => (await page.request.get(path)).text();
    expect(await served()).not.toContain(METHOD);
    await open(page, tab);
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAccessibleDescription(/^Write the period and how you count/);
    await field.fill(METHOD);
    await page.keyboard.press("Tab");
    await expect.poll(served, { intervals: [50] }).toContain(METHOD);
    await page.goto(path);
    await expect(page.getByRole("term").filter({ hasText: METHOD })).toBeVisible();
    await expectAccessible();
    await open(page, tab);
    await field.fill("");
    await page.keyboard.press("Tab");
    await expect.poll(served, { intervals: [50] }).not.toContain(METHOD);
  }
});

test("keeps six tabs in the address, each with its sections, their links and field counts", async ({
  page,
  site,
}) => {
  await open(page);
  await expect(page.getByRole("tab")).toHaveText([
    "Home Page",
    "Services",
    "Sourcing",
    "Why Us",
    "Pricing",
    "Contact",
  ]);
  const sections = page.getByRole("tabpanel").getByRole("heading", { level: 2 });
  await expect(sections).toHaveText([
    "Hero",
    "Dispatch",
    "Features",
    "About",
    "Photo",
    "Testimonial",
    "CTA",
  ]);
  await page.getByRole("tab", { name: "Contact" }).click();
  await expect(page).toHaveURL(/tab=contact/);
  await expect(sections).toHaveText([
    "Hero",
    "Contact form",
    "Contact info",
    "Business hours",
    "Onboarding call",
    "Photo",
    "CTA section",
  ]);
  await page.goBack();
  await expect(page.getByRole("tab", { name: "Home Page" })).toHaveAttribute(
    "aria-selected",
    "true",
  );

  const links = page.getByRole("tabpanel").getByRole("link", { name: /^View on site/ });
  await expect(links.first()).toHaveAttribute("href", "/#hero");
  await open(page, "why-us");
  const to = await links.evaluateAll((found) => found.map((link) => link.getAttribute("href")));
  expect(to).toEqual(Object.keys(catalogue["why-us"]).map((key) => `/why-us#${key}`));

  const removed =
    await site.sql`delete from site_content where page_name = 'why-us' and section_name <> 'trust' returning *`;
  const [{ count } = { count: 0 }] =
    await site.sql`select count(*)::int from site_content where page_name = 'why-us'`;
  await page.reload();
  await expect(sections).toHaveText(["Trust"]);
  await expect(page.getByText(`${count} fields`)).toBeVisible();
  const rest = await site.sql`delete from site_content where page_name = 'why-us' returning *`;
  await page.reload();
  await expect(page.getByText("ask a developer to add sections")).toBeVisible();
  await site.sql`insert into site_content ${site.sql([...removed, ...rest])}`;
});

test("the editor on a phone, in the dark", async ({ page, expectAccessible }) => {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, "sourcing");
  await expectAccessible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});
