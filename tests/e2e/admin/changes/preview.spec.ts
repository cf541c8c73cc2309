import type { Page } from "@playwright/test";
import { expect, PHONE, test } from "../../fixture.ts";
import { shows } from "../../shows.ts";
import { DESK, frameOf, open, placeOf } from "./preview-steps.ts";

const title = (page: Page) => page.getByLabel("Hero: Title", { exact: true });

test.beforeEach(({ signIn }) => signIn());

test("previews typed text at once, and stores it on blur", async ({
  page,
  site,
  request,
  expectAccessible,
}) => {
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
  const answer = Promise.withResolvers<void>();
  await page.route("/admin/preview", async (route) => {
    if (route.request().method() === "POST") {
      asked++;
      await answer.promise;
    }
    await route.continue();
  });
  // In the same frame, without a server response.
  const typed = `${before} Typed`;
  const sameFrame = await title(page).evaluate(async (input: HTMLInputElement, value) => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Page preview"]');
    input.focus();
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    set?.call(input, value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return frame?.contentDocument?.querySelector("h1")?.textContent;
  }, typed);
  expect(sameFrame).toBe(typed);
  answer.resolve();
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

test("reports a failed preview, and keeps the typed text", async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/);
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
    "The server can't be reached. Please check your connection",
  );
  await page.unroute("/admin/preview");
  await page.getByRole("button", { name: "Try again", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "preview" })).toBeHidden();
  await expect(frameOf(page).locator("h1")).toHaveText("Typed without a server");
  await title(page).fill("");
});

test("on a phone it is a sheet, which closes to the field of a pressed text", async ({
  page,
  expectAccessible,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/admin/content?tab=home");
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Preview" });
  await expect(frameOf(page).locator("h1")).toBeVisible();
  await expectAccessible();
  // Also when Escape is pressed within the page.
  await frameOf(page).getByRole("button", { name: "Menu" }).click();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("button", { name: "Preview", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await placeOf(page, "site_content/home.hero.subtitle").click();
  await expect(sheet).toBeHidden();
  await expect(page.getByLabel("Hero: Subtitle", { exact: true })).toBeFocused();
});

test("previews rows and settings while they are typed", async ({
  page,
  site,
  expectAccessible,
}) => {
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
  await expect(dialog.getByText("This field isn't visible on the page.")).toBeVisible();
  const [stored] = await site.sql`select title, is_active from services where id = ${service?.id}`;
  expect(stored).toEqual({ title: service?.title, is_active: true });

  await open(page, "/admin/faqs?edit=new");
  await page.getByRole("dialog").getByLabel("Question").fill("Do you gift-wrap?");
  await expect(page.getByText("Fill in the required fields to see it here.")).toBeVisible();
  await page.getByRole("dialog").getByLabel("Answer").fill("Yes, by hand.");
  await expect(placeOf(page, "faq_items/new.question")).toHaveText("Do you gift-wrap?");

  await open(page, "/admin/settings");
  await page.getByLabel("Company name").fill("Cedar Dock");
  await expect(placeOf(page, "site_settings/company_name")).toHaveText("Cedar Dock");
  await page.getByRole("tab", { name: "Branding" }).click();
});
