import type { Page } from "@playwright/test";
import { expect, settled, test } from "../../fixture.ts";
import { add, addMany, reader, SCREEN } from "../inbox/submission-steps.ts";
import { choose, toasts } from "../steps.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const WIDTHS = [375, 768, 1024, 1280, 1440];

/** Runs in the page: controls that a message covers. */
function covered(): string[] {
  const region = document.querySelector<HTMLElement>("[role=region][aria-label=Notifications]");
  const messages = region?.querySelectorAll<HTMLElement>("[role=group]") ?? [];
  const areas = Array.from(messages, (message) => message.getBoundingClientRect());
  if (!region || areas.length === 0) return ["no message"];
  region.style.visibility = "hidden";
  const found = new Set<string>();
  for (const { left, right, top, bottom } of areas) {
    if (left < 0 || top < 0 || right > innerWidth) found.add("a message is outside the window");
    // No control is smaller than three of these steps.
    for (let y = top; y <= bottom; y += 8)
      for (let x = left; x <= right; x += 8) {
        const control = document
          .elementFromPoint(x, y)
          ?.closest("a, button, input, textarea, select, label, [role=combobox], [role=switch]");
        if (control) found.add(`${control.tagName} ${control.textContent?.trim().slice(0, 40)}`);
      }
  }
  region.style.visibility = "";
  return [...found];
}

/** In an inactive window, messages stay. */
const keepMessages = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("blur")));

async function expectNothingCovered(page: Page, where: string) {
  await page.mouse.move(0, 0);
  await keepMessages(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 768 ? 667 : 720 });
    for (const scroll of [0, 173, 431]) {
      await page.evaluate((y) => window.scrollTo(0, y), scroll);
      await page.evaluate(settled);
      expect.soft(await page.evaluate(covered), `${where} at ${width} px`).toEqual([]);
    }
  }
}

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await site.sql`delete from testimonials`;
  await site.sql`insert into testimonials (quote, author_name) values ('They ship.', 'Ana')`;
  await signIn();
});

test("a toast covers no control, at any width", async ({ page, site, context, expectConsole }) => {
  test.slow();
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await addMany(site, 25);
  const id = await add(site);
  await page.goto(SCREEN);
  const statusOf = (name: string) => page.getByRole("combobox", { name: `Status of ${name}:` });
  await choose(statusOf("Ana Ruiz"), "Contacted");
  await expect(toasts(page).getByText("Status updated successfully")).toBeVisible();
  await context.setOffline(true);
  await choose(statusOf("Seller 1"), "Contacted");
  await expect(toasts(page).getByText("Failed to update status")).toBeVisible();
  await context.setOffline(false);
  await expectNothingCovered(page, "the list, two messages");

  await page.goto(`${SCREEN}?open=${id}`);
  await reader(page).getByRole("button", { name: "Mark as spam" }).click();
  await expect(toasts(page).getByText("Marked as spam")).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).scrollIntoViewIfNeeded();
  await expectNothingCovered(page, "an open message");

  await page.goto("/admin/testimonials");
  await page.getByRole("switch").first().click();
  await expect(toasts(page).getByText("Testimonial updated successfully!")).toBeVisible();
  // The dialog's code has yet to load.
  await keepMessages(page);
  await page.getByRole("button", { name: "Add testimonial" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNothingCovered(page, "a dialog");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 375, height: 667 });
  await page.getByRole("button", { name: /sidebar$/ }).click();
  await expect(page.getByRole("dialog", { name: "Admin" })).toBeVisible();
  await page.evaluate(settled);
  expect(await page.evaluate(covered)).toEqual([]);
  // A click on the message doesn't count as outside the dialog, which stays open.
  await toasts(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(toasts(page).getByRole("group")).toHaveCount(0);
  await expect(page.getByRole("dialog", { name: "Admin" })).toBeVisible();
});

test("reaches Undo by keyboard, and returns the focus", async ({ page, site }) => {
  await page.clock.install();
  await page.goto("/admin/pricing");
  const [first] = await site.sql`select service_name from pricing_items order by display_order`;
  const button = page.getByRole("button", { name: `Delete ${first?.service_name}`, exact: true });
  page.once("dialog", (dialog) => void dialog.accept());
  await button.press("Enter");
  await expect(toasts(page).getByText("Pricing item deleted successfully!")).toBeVisible();
  await expect(button).toHaveCount(0);
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.getAttribute("aria-label") ?? activeElement?.tagName;
    });
  const before = await focused();
  expect(before).not.toBe("BODY");
  await page.keyboard.press("F6");
  await expect(toasts(page).getByRole("button", { name: "Undo" })).toBeFocused();
  // The message stays while it has the keyboard focus.
  await page.clock.fastForward(60_000);
  await page.keyboard.press("Enter");
  await expect(button).toBeVisible();
  await expect.poll(focused).toBe(before);
});

test("a fake clock ends with its journey, although the next one reuses the browser", async ({
  page,
}) => {
  await page.goto("/admin/login");
  expect(await page.evaluate(() => "isFake" in Date)).toBe(false);
});

test("shows a long message in full on a phone", async ({ page, site, expectConsole }) => {
  expectConsole(/status of 400/);
  await page.setViewportSize({ width: 375, height: 667 });
  const whole = async () => {
    const text = toasts(page).getByRole("heading").locator("..");
    return text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  };
  const name = "Maximiliana Featherstonehaugh-Villanueva";
  const id = await add(site, { name });
  await page.goto(`${SCREEN}?open=${id}`);
  const followUp = page.getByLabel("Follow-up date");
  await followUp.fill("2999-12-31");
  await followUp.press("Enter");
  await expect(toasts(page).getByText(`${name} · Follow-up date: Dec 31, 2999`)).toBeVisible();
  expect(await whole()).toBe(0);

  await page.route("**/rest/v1/testimonials*", async (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({
          status: 400,
          json: { message: "A".concat("ll the shelves are full. ".repeat(7)) },
        })
      : route.fallback(),
  );
  await page.goto("/admin/testimonials");
  await page.getByRole("switch").first().click();
  const message = toasts(page).getByRole("group");
  await expect(message).toContainText("Failed to update testimonial");
  expect(await whole()).toBe(0);
  await message.getByRole("button", { name: "Dismiss" }).click();
  await expect(message).toHaveCount(0);
});
