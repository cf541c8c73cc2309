import type { FrameLocator, Page } from "@playwright/test";
import { withTablesRestored, writeSettings } from "#tests/support/samples/site-rows.ts";
import { expect, PHONE, test } from "../../fixture.ts";
import { shows } from "../../shows.ts";

const DESK = { width: 1440, height: 900 };

const frameOf = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Preview of the page"]');
const placeOf = (page: Page, address: string) =>
  frameOf(page).locator(`[data-place~="${address}"]`).first();
const title = (page: Page) => page.getByLabel("Hero: Title", { exact: true });

/** Opens a screen with the preview beside it, and waits for the page. */
async function open(page: Page, path = "/admin/content?tab=home") {
  await page.setViewportSize(DESK);
  await page.addInitScript(() => localStorage.setItem("admin-preview", "open"));
  await page.goto(path);
  await expect(frameOf(page).locator("h1")).toBeVisible();
}

const scrolled = (page: Page) =>
  frameOf(page)
    .locator("html")
    .evaluate((html) => html.scrollTop);

test("what is typed is seen in the page at once, and nothing is stored before its field is left", async ({
  page,
  site,
  request,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.setViewportSize(DESK);
  await page.goto("/admin/content?tab=home");
  const button = page.getByRole("button", { name: "Preview", exact: true });
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  const headline = placeOf(page, "site_content/home.hero.title");
  await expect(headline).toBeVisible();
  await expectAccessible();
  await page.setViewportSize(DESK);

  const before = await title(page).inputValue();
  const published = await (await request.get("/")).text();
  let asked = 0;
  await page.route("/admin/preview", async (route) => {
    if (route.request().method() === "POST") asked++;
    await route.continue();
  });
  // In the same frame, before the server is asked.
  const typed = `${before} Typed`;
  const sameFrame = await title(page).evaluate(async (input: HTMLInputElement, value) => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Preview of the page"]');
    input.focus();
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    set?.call(input, value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return frame?.contentDocument?.querySelector("h1")?.textContent;
  }, typed);
  expect(sameFrame).toBe(typed);
  expect(asked).toBe(0);
  await expect.poll(() => asked).toBe(1);
  await expect(headline).toHaveText(typed);

  const long = `${"A headline that nobody will read to its end. ".repeat(9)}`.slice(0, 400).trim();
  await title(page).fill(long);
  await expect(headline).toHaveText(long);
  const [stored] = await site.sql`select content_value from site_content
    where page_name = 'home' and section_name = 'hero' and content_key = 'title'`;
  expect(stored).toEqual({ content_value: before });
  expect(await (await request.get("/")).text()).toBe(published);

  await title(page).fill(before);
  await expect(headline).toHaveText(before);
  await page.reload();
  await expect(headline).toBeVisible();
});

test("a page scrolled in the preview stays where it is while a text changes; a focused field's place is outlined there", async ({
  page,
  signIn,
}) => {
  await signIn();
  await open(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const call = page.getByLabel("CTA: Title", { exact: true });
  await call.focus();
  const place = placeOf(page, "site_content/home.cta.title");
  await expect(place).toBeInViewport();
  await expect(place).toHaveCSS("outline-style", "solid");
  const at = await scrolled(page);
  expect(at).toBeGreaterThan(500);
  // The document is changed in place: what is put on it from outside is still there afterwards.
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
  await expect(page.getByText("This one is not seen on the page.")).toBeVisible();
  await page.keyboard.press("Escape");
});

test("a press on a text puts the cursor in its field, in another tab too; links lead through the preview alone", async ({
  page,
  signIn,
}) => {
  await signIn();
  await open(page);
  await placeOf(page, "site_content/home.about.detail_description").click();
  await expect(page.getByLabel("About: Detail description")).toBeFocused();
  await frameOf(page).getByRole("link", { name: "Sourcing" }).last().click();
  const process = placeOf(page, "site_content/sourcing.process.title");
  await expect(process).toBeVisible();
  expect(page.url()).toContain("tab=home");
  await process.click();
  await expect(page).toHaveURL(/tab=sourcing/);
  await expect(page.getByLabel("Process: Title", { exact: true })).toBeFocused();
  // What is changed on another screen says where.
  await placeOf(page, "site_settings/contact_email").click();
  await expect(page.getByRole("link", { name: "Site Settings" }).last()).toBeVisible();
  // Nothing in it leads out of the admin, and it is one step for the keyboard.
  await frameOf(page).locator("footer a[href^=mailto]").click();
  expect(page.url()).toContain("/admin/content");
  await page.getByRole("button", { name: "Desktop" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.locator("iframe")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator("iframe")).not.toBeFocused();
});

test("a preview that can't be made is told, and what is typed stays", async ({
  page,
  signIn,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/);
  await signIn();
  await open(page);
  await page.route("/admin/preview", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await title(page).fill("Typed without a server");
  await shows(
    page.getByRole("alert").filter({ hasText: "preview" }),
    "preview.load",
    async () => {
      await expect(title(page)).toHaveValue("Typed without a server");
      await expect(frameOf(page).locator("h1")).toHaveText("Typed without a server");
    },
    "The server can't be reached, please check your connection",
  );
  await page.unroute("/admin/preview");
  await page.getByRole("button", { name: "Try again", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "preview" })).toBeHidden();
  await expect(frameOf(page).locator("h1")).toHaveText("Typed without a server");
  await title(page).fill("");
});

test("on a phone it is a sheet, which closes onto the field of a pressed text", async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.setViewportSize(PHONE);
  await page.goto("/admin/content?tab=home");
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Preview" });
  await expect(frameOf(page).locator("h1")).toBeVisible();
  await expectAccessible();
  // From within the page too.
  await frameOf(page).getByRole("button", { name: "Menu" }).click();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("button", { name: "Preview", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await placeOf(page, "site_content/home.hero.subtitle").click();
  await expect(sheet).toBeHidden();
  await expect(page.getByLabel("Hero: Subtitle", { exact: true })).toBeFocused();
});

/** What no visitor sees as words in one place of the page. */
const PLACELESS = [
  // A testimonial of the list stands in its place.
  ...["quote", "author_name", "author_title", "author_company"].map(
    (key) => `home.testimonial.${key}`,
  ),
  "contact.contact_form.fields_config",
];
/** Of these one is seen, by the hour. */
const BY_THE_HOUR = /^contact\.business_hours\.(open|closed)_label$/;

/** In the page: each field is focused, then each text of the preview is pressed. */
async function bothWays() {
  const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Preview of the page"]');
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
    const told = document.body.textContent?.includes("This one is not seen on the page.");
    const outlined = place && frame?.contentWindow?.getComputedStyle(place).outlineWidth === "3px";
    if (!place) unseen.push(`${pageName}.${field.name}`);
    if (Boolean(place) === Boolean(told) || (place && !outlined)) astray.push(field.name);
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

test("every field of the editor finds its place in the page or says that it has none, and every text its field", async ({
  page,
  site,
  signIn,
}) => {
  await signIn();
  const { sql } = site;
  const unseen: string[] = [];
  await withTablesRestored(sql, ["site_content", "site_settings", "team_members"], async () => {
    // What waits for the company's own people, place and figures.
    await sql`update site_content set content_value = 'Written' where content_value = ''`;
    await sql`insert into team_members (name) values ('Ines Okafor')`;
    await writeSettings(sql, { address_street: "12 Dock Street", address_city: "Portland" });
    for (const tab of ["home", "services", "sourcing", "why-us", "contact", "pricing"]) {
      await open(page, tab === "pricing" ? "/admin/pricing" : `/admin/content?tab=${tab}`);
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

test("a row in its dialog is seen as it is typed, a new one once it could be stored; a setting too", async ({
  page,
  site,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  const [service] = await site.sql`select id, title from services order by display_order limit 1`;
  await open(page, `/admin/services?edit=${service?.id}`);
  const dialog = page.getByRole("dialog");
  await expectAccessible();
  await page.setViewportSize(DESK);
  const place = placeOf(page, `services/${service?.id}.title`);
  await dialog.getByLabel("Title").fill("Picked by hand");
  await expect(place).toHaveText("Picked by hand");
  await placeOf(page, `services/${service?.id}.description`).click();
  await expect(dialog.getByLabel("Description")).toBeFocused();
  await dialog.getByRole("switch", { name: "Active" }).click();
  await expect(place).toBeHidden();
  await dialog.getByLabel("Title").focus();
  await expect(dialog.getByText("This one is not seen on the page.")).toBeVisible();
  const [stored] = await site.sql`select title, is_active from services where id = ${service?.id}`;
  expect(stored).toEqual({ title: service?.title, is_active: true });

  await open(page, "/admin/faqs?edit=new");
  await page.getByRole("dialog").getByLabel("Question").fill("Do you gift-wrap?");
  await expect(page.getByText("It is seen here once what is required is filled in.")).toBeVisible();
  await page.getByRole("dialog").getByLabel("Answer").fill("Yes, by hand.");
  await expect(placeOf(page, "faq_items/new.question")).toHaveText("Do you gift-wrap?");

  await open(page, "/admin/settings");
  await page.getByLabel("Company name").fill("Cedar Dock");
  await expect(placeOf(page, "site_settings/company_name")).toHaveText("Cedar Dock");
  await page.getByRole("tab", { name: "Branding" }).click();
});
