import type { Locator } from "@playwright/test";
import { resources } from "#app/features/resources-on-disk.ts";
import { expect, PHONE, test } from "../../fixture.ts";
import { add, SCREEN } from "../inbox/submission-steps.ts";
import { toasts } from "../steps.ts";

test.beforeEach(async ({ signIn }) => signIn());

const background = (element: Locator) =>
  element.evaluate((one) => getComputedStyle(one).backgroundColor);
const leftOf = (element: Locator) =>
  element.evaluate((one) => Math.round(one.getBoundingClientRect().left));

test("distinguishes current entries in forced colors", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/admin/settings");
  const tab = (name: string) => page.getByRole("tab", { name });
  await expect(tab("General")).toHaveAttribute("aria-selected", "true");
  expect(await background(tab("General"))).not.toBe(await background(tab("Branding")));
  const menu = (name: string) =>
    page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name });
  expect(await background(menu("Site Settings"))).not.toBe(await background(menu("Users")));
  await page.goto(SCREEN);
  const view = (name: string) => page.getByRole("link", { name, exact: true });
  expect(await background(view("All"))).not.toBe(await background(view("Mine")));
  await page.keyboard.press("Control+k");
  const results = page.getByRole("option");
  await expect(results.first()).toHaveAttribute("aria-selected", "true");
  expect(await background(results.first())).not.toBe(await background(results.nth(1)));
  // All text is readable on its background.
  const colors = results
    .first()
    .evaluate((one) =>
      [one, ...one.querySelectorAll("*")].map((part) => getComputedStyle(part).color),
    );
  expect(new Set(await colors).size).toBe(1);
});

test("shows the dashboard's dots and bars in forced colors", async ({ page, site }) => {
  await add(site);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/admin/dashboard");
  const matter = page.getByRole("link", { name: /Email isn't set up/ });
  expect(await background(matter.locator("[aria-hidden]"))).not.toBe(await background(matter));
  const rects = page.getByRole("region", { name: "Stats" }).locator("rect");
  await expect(rects.first()).toBeVisible();
  const strangers = await rects.evaluateAll((all) => {
    const probe = document.body.appendChild(document.createElement("p"));
    // Otherwise its text would always get the forced color.
    probe.style.setProperty("forced-color-adjust", "none");
    const system = ["CanvasText", "GrayText", "Canvas", "transparent"].map((color) => {
      probe.style.color = color;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return all.map((one) => getComputedStyle(one).fill).filter((fill) => !system.includes(fill));
  });
  expect(strangers).toEqual([]);
  await site.sql`delete from contact_submissions`;
});

/** Where screens begin, to the right of the menu, in px. */
const EDGE = 288;

const SCREENS = [
  ...["dashboard", "content", "media", "settings", "users", "history", "seo", "webhooks", "system"],
  ...["first-hour", "contact-manager"],
].map((name) => `/admin/${name}`);

test("starts the frame's title and every heading at one edge, from 1024 to 1920 px", async ({
  page,
}) => {
  const heading = page.getByRole("heading", { level: 1 });
  const frame = page.getByText("Content Management System");
  for (const path of [...SCREENS, ...resources.map(({ path }) => path)]) {
    await page.goto(path);
    for (const width of [1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      // Polled: the loaded screen's heading may be replacing the first one.
      const edges = async () => [await leftOf(heading), await leftOf(frame)];
      await expect.poll(edges, `${path} at ${width} px`).toEqual([EDGE, EDGE]);
    }
  }
  await page.goto("/admin/faqs");
  const bar = page.getByRole("region", { name: "Where changes go" });
  await expect.poll(() => leftOf(bar.getByText("Save to"))).toBe(EDGE);
  await expect(bar.getByRole("combobox")).toHaveAccessibleName("Save to");
});

test("the media library has more than four columns on a wide screen", async ({ page, site }) => {
  await site.sql`delete from media_library`;
  await site.sql`insert into media_library (filename, original_filename, file_path, file_size, mime_type)
    select 'f' || n, 'guide-' || n || '.pdf', 'uploads/f' || n, 77, 'application/pdf'
    from generate_series(1, 12) as n`;
  const columns = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    const tops = await page
      .getByRole("listitem")
      .filter({ hasText: "guide-" })
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
    return tops.filter((top) => top === tops[0]).length;
  };
  await page.goto("/admin/media");
  await expect(page.getByRole("listitem").filter({ hasText: "guide-" })).toHaveCount(12);
  // Polled: the sidebar folds a moment after the window narrows.
  for (const [width, count] of [
    [1920, 6],
    [1440, 4],
    [1024, 3],
    [768, 2],
  ] as const)
    await expect.poll(() => columns(width), `at ${width} px`).toBe(count);
  await site.sql`delete from media_library`;
});

test("an opened lead's row shows the focus, and is marked in forced colors", async ({
  page,
  site,
}) => {
  const id = await add(site, { name: "Ana Ruiz" });
  await add(site, { name: "Theo Marsh" });
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`${SCREEN}?open=${id}`);
  const list = page.getByRole("list", { name: "Contact submissions" });
  const edge = (name: string) =>
    list
      .getByRole("listitem")
      .filter({ hasText: name })
      .evaluate((row) => getComputedStyle(row).borderLeftWidth);
  expect(await edge("Ana Ruiz")).not.toBe(await edge("Theo Marsh"));
  // Around the whole row: its text clips what is around the name.
  const ring = await list.getByRole("link", { name: "Ana Ruiz" }).evaluate((link) => {
    link.focus();
    const { outlineStyle, width } = getComputedStyle(link, "::after");
    return { outlineStyle, isWide: Number.parseFloat(width) > 200 };
  });
  expect(ring).toEqual({ outlineStyle: "solid", isWide: true });
  await site.sql`delete from contact_submissions`;
});

/** Runs in the page: what an element or a part of it hides of its text. */
const clipped = (element: Element) =>
  [element, ...element.querySelectorAll("*")]
    .filter((one) => getComputedStyle(one).overflowY === "hidden")
    .filter((one) => one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.textContent);

test("a phone shows a whole question in a table, and a whole address", async ({ page, site }) => {
  await site.sql`insert into faq_items (question, answer, display_order)
    select 'How do you pack ' || n || ' fragile kites for a flight?', 'With care.', 100 + n
    from generate_series(1, 12) as n`;
  const email = "bartholomew.fitzgerald-okonkwo@evergreenfulfillment.example";
  await site.sql`insert into auth.users (id, aud, role, email, email_confirmed_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', ${email}, now())`;
  await page.setViewportSize(PHONE);
  await page.goto("/admin/faqs");
  const main = page.getByRole("main");
  const question = main.getByRole("heading", { name: "How do you pack 12 fragile kites" });
  expect(await question.evaluate(clipped)).toEqual([]);
  await page.goto("/admin/users");
  expect(await main.getByRole("cell").filter({ hasText: email }).evaluate(clipped)).toEqual([]);
  await site.sql`delete from faq_items where answer = 'With care.'`;
  await site.sql`delete from auth.users where email = ${email}`;
});

test("the phone's drawer names no keys", async ({ page }) => {
  await page.goto("/admin/seo");
  await expect(page.getByText("Ctrl K")).toBeVisible();
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: /sidebar$/ }).click();
  const drawer = page.getByRole("dialog", { name: "Admin" });
  await expect(drawer.getByRole("button", { name: "Search the admin" })).toBeVisible();
  await expect(drawer.getByText("Ctrl K")).toHaveCount(0);
});

test("Ctrl+Enter saves a dialog, from a field of several lines too", async ({ page, site }) => {
  await page.goto("/admin/faqs?edit=new");
  const dialog = page.getByRole("dialog", { name: "New FAQ" });
  const answer = dialog.getByLabel("Answer");
  await answer.press("Control+Enter");
  await expect(dialog.getByText("Please enter a question")).toBeVisible();
  await dialog.getByLabel("Question").fill("Do you ship kites?");
  await answer.fill("Yes.");
  await answer.press("Control+Enter");
  await expect(dialog).toBeHidden();
  await expect(toasts(page).getByText("FAQ created successfully!")).toBeVisible();
  expect(
    await site.sql`delete from faq_items where question = 'Do you ship kites?' returning answer`,
  ).toEqual([{ answer: "Yes." }]);
});

test("announces once that a setting or a text is saved, in the message", async ({ page }) => {
  for (const [path, label, words] of [
    ["/admin/settings", "Company name", "Setting updated successfully"],
    ["/admin/content?tab=home", "Hero: Title", "Content updated successfully!"],
  ] as const) {
    await page.goto(path);
    const field = page.getByLabel(label, { exact: true });
    const before = await field.inputValue();
    const saved = page.getByRole("main").getByText("Saved", { exact: true });
    for (const text of [`${before} Inc`, before]) {
      await field.fill(text);
      await field.blur();
      await expect(saved).toBeVisible();
      await expect(toasts(page).getByText(words).first()).toBeVisible();
      const live = page.getByRole("main").locator("[role=status], [role=alert], [aria-live]");
      await expect(live.filter({ hasText: /saved/i })).toHaveCount(0);
    }
  }
});
