import type { Page } from "@playwright/test";
import { withTablesRestored, writeSettings } from "#tests/support/samples/site-rows.ts";
import { expect, test } from "../../fixture.ts";
import { frameOf, open, placeOf } from "./preview-steps.ts";

const scrolled = (page: Page) =>
  frameOf(page)
    .locator("html")
    .evaluate((html) => html.scrollTop);

test.beforeEach(({ signIn }) => signIn());

test("keeps the preview's scroll position, and outlines the focused field", async ({ page }) => {
  await open(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const call = page.getByLabel("CTA: Title", { exact: true });
  await call.focus();
  const place = placeOf(page, "site_content/home.cta.title");
  await expect(place).toBeInViewport();
  await expect(place).toHaveCSS("outline-style", "solid");
  const at = await scrolled(page);
  expect(at).toBeGreaterThan(500);
  // The document is updated in place: an attribute set from outside survives.
  await frameOf(page)
    .locator("html")
    .evaluate((html) => html.setAttribute("lang", "de"));
  const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
  await call.fill("Two words");
  await expect(place).toHaveText("Two words");
  await answered;
  await expect(frameOf(page).locator("html")).toHaveAttribute("lang", "en-US");
  await expect(place).toHaveText("Two words");
  expect(Math.abs((await scrolled(page)) - at)).toBeLessThan(60);
  await call.fill("");
  await expect(page.getByText("This field isn't visible on the page.")).toBeVisible();
  await page.keyboard.press("Escape");
});

test("pressing a text focuses its field, in another tab too; links stay in the preview", async ({
  page,
}) => {
  await open(page);
  await placeOf(page, "site_content/home.about.detail_description").click();
  await expect(page.getByLabel("About: Detail description", { exact: true })).toBeFocused();
  await frameOf(page).getByRole("link", { name: "Sourcing" }).last().click();
  const process = placeOf(page, "site_content/sourcing.process.title");
  await expect(process).toBeVisible();
  expect(page.url()).toContain("tab=home");
  await process.click();
  await expect(page).toHaveURL(/tab=sourcing/);
  await expect(page.getByLabel("Process: Title", { exact: true })).toBeFocused();
  // Also when the previous tab has a field of the same name.
  for (const [label, name] of [
    ["Services", "services"],
    ["Why Us", "why-us"],
  ] as const) {
    await page.getByLabel("Preview page").selectOption({ label });
    await placeOf(page, `site_content/${name}.hero.title`).click();
    await expect(page).toHaveURL(new RegExp(`tab=${name}$`));
    // The previous tab's panel leaves a moment later.
    const panel = page.getByRole("tabpanel", { name: label });
    await expect(panel.getByLabel("Hero: Title", { exact: true })).toBeFocused();
  }
  // A value that is edited on another screen links to it.
  await placeOf(page, "site_settings/contact_email").click();
  await expect(page.getByRole("link", { name: "Site Settings" }).last()).toBeVisible();
  // No link in it leaves the admin, and it is a single tab stop.
  await frameOf(page).locator("footer a[href^=mailto]").click();
  expect(page.url()).toContain("/admin/content");
  await page.getByRole("button", { name: "Desktop", exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(page.locator("iframe")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator("iframe")).not.toBeFocused();
});

/** Fields whose text isn't visible in one place of the page. */
const PLACELESS = [
  // A testimonial from the list replaces it.
  ...["quote", "author_name", "author_title", "author_company"].map(
    (key) => `home.testimonial.${key}`,
  ),
  "contact.contact_form.fields_config",
];
/** The time of day decides which of these is visible. */
const BY_THE_HOUR = /^contact\.business_hours\.(open|closed)_label$/;

/** In the page: focuses each field, then clicks each text of the preview. */
async function bothWays() {
  const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Page preview"]');
  const shown = frame?.contentDocument as Document;
  const painted = () => new Promise(requestAnimationFrame);
  const unseen: string[] = [];
  const astray: string[] = [];
  const pageName = new URLSearchParams(location.search).get("tab") ?? "pricing";
  const fields = [
    ...document.querySelectorAll<HTMLInputElement>("main :is(input,textarea)[name*='.']"),
  ];
  for (const field of fields) {
    field.focus();
    await painted();
    const address = `site_content/${pageName}.${field.name}`;
    const place = shown.querySelector(`[data-place~="${address}"]`);
    const isExplained = document.body.textContent?.includes(
      "This field isn't visible on the page.",
    );
    const outlined = place && frame?.contentWindow?.getComputedStyle(place).outlineWidth === "3px";
    if (!place) unseen.push(`${pageName}.${field.name}`);
    if (Boolean(place) === Boolean(isExplained) || (place && !outlined)) astray.push(field.name);
  }
  for (const place of shown.querySelectorAll<HTMLElement>(
    `[data-place^="site_content/${pageName}."]`,
  )) {
    (document.activeElement as HTMLElement | null)?.blur();
    place.click();
    const name = (document.activeElement as HTMLInputElement | null)?.name;
    if (!place.dataset.place?.includes(`${pageName}.${name}`))
      astray.push(`${place.dataset.place}`);
  }
  return { count: fields.length, unseen, astray };
}

test("links every field with its place in the preview", async ({ page, site }) => {
  // Focuses some 300 fields one after another.
  test.slow();
  const { sql } = site;
  const unseen: string[] = [];
  await withTablesRestored(sql, ["site_content", "site_settings", "team_members"], async () => {
    // Fills in what waits for the company's own people, address and figures.
    await sql`update site_content
      set content_value = case when content_type = 'url' then '/icon-192.png' else 'Written' end
      where content_value = ''`;
    await sql`insert into team_members (name) values ('Ines Okafor')`;
    await writeSettings(sql, { address_street: "12 Dock Street", address_city: "Portland" });
    for (const tab of ["home", "services", "sourcing", "why-us", "contact", "pricing"]) {
      await open(
        page,
        tab === "pricing" ? "/admin/pricing?texts=shown" : `/admin/content?tab=${tab}`,
      );
      await expect(page.getByText("View on site").first()).toBeVisible();
      const found = await page.evaluate(bothWays);
      expect(found.count, tab).toBeGreaterThan(5);
      expect(found.astray, tab).toEqual([]);
      unseen.push(...found.unseen);
    }
  });
  expect(unseen.filter((name) => BY_THE_HOUR.test(name))).toHaveLength(1);
  expect(unseen.filter((name) => !BY_THE_HOUR.test(name))).toEqual(PLACELESS);
});
