import { sitePages, visitorPaths } from "#tests/support/pages.ts";
import { expect, PHONE, test } from "../fixture.ts";
import { menu, menuButton } from "./steps.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test.describe("with a keyboard", () => {
  test("the first stop skips to the content", async ({ page }) => {
    for (const { path } of sitePages) {
      await page.goto(path);
      await page.keyboard.press("Tab");
      const skip = page.getByRole("link", { name: "Skip to content" });
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("main")).toBeFocused();
    }
  });

  test("whatever has the focus shows it", async ({ page }) => {
    for (const { path } of sitePages) {
      await page.goto(path);
      const hidden = await page.evaluate(async () => {
        const stops = document.querySelectorAll<HTMLElement>(
          "a[href], button:not([popovertarget]), summary",
        );
        const unseen: string[] = [];
        for (const stop of stops) {
          stop.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
          if (document.activeElement !== stop) continue;
          const { outlineStyle, outlineWidth } = getComputedStyle(stop);
          if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2)
            unseen.push(stop.outerHTML.slice(0, 100));
        }
        return unseen;
      });
      expect(hidden, path).toEqual([]);
    }
  });

  test("the phone's menu opens, is walked through, and Escape closes it", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("/");
    await menuButton(page).focus();
    await page.keyboard.press("Enter");
    await expect(menu(page)).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(menu(page).getByRole("link", { name: "Home", exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu(page)).toBeHidden();
    await expect(menuButton(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await menu(page).getByRole("link", { name: "FAQs" }).press("Enter");
    await expect(page).toHaveURL("/faqs");
  });
});

test("nothing moves for who asked for stillness", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const { path } of sitePages) {
    await page.goto(path);
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === "running").length,
    );
    expect(moving, path).toBe(0);
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior),
    ).toBe("auto");
  }
});

for (const path of visitorPaths)
  test(`${path} has no accessibility violations, on a phone with its menu open too`, async ({
    page,
    expectAccessible,
    expectConsole,
  }) => {
    expectConsole(/404/);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(path);
    await expectAccessible();
    await page.setViewportSize(PHONE);
    await expectAccessible();
    await menuButton(page).click();
    await expect(menu(page)).toBeVisible();
    await expectAccessible();
  });
