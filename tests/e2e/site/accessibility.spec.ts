import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { sitePages, visitorPaths } from "#tests/support/pages.ts";
import { answerForProvider } from "../contact/form.ts";
import { DESKTOP, expect, PHONE, test } from "../fixture.ts";
import { menu, menuButton } from "./steps.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const STOPS = ":is(a[href], button, summary, input, select, textarea):not([tabindex='-1'])";

/** Whether enough pixels in and around an element change on focus: half as many as its outline has. */
async function ringOf(page: Page, stop: Locator): Promise<string> {
  await stop.scrollIntoViewIfNeeded();
  const box = await stop.boundingBox();
  if (!box) return "no box";
  // An element around it may show the ring instead, such as a form field's box.
  const clip = {
    x: Math.max(0, box.x - 40),
    y: Math.max(0, box.y - 60),
    width: box.width + 80,
    height: box.height + 90,
  };
  // Focusing it again would change nothing.
  await stop.evaluate((it: HTMLElement) => it.blur());
  const look = async () => {
    const png = await page.screenshot({ clip, animations: "disabled" });
    return sharp(png).removeAlpha().raw().toBuffer();
  };
  const before = await look();
  await stop.evaluate((it: HTMLElement) =>
    it.focus({ preventScroll: true, focusVisible: true } as FocusOptions),
  );
  const after = await look();
  let changed = 0;
  for (let at = 0; at < before.length; at += 3)
    if ([0, 1, 2].some((of) => Math.abs((before[at + of] ?? 0) - (after[at + of] ?? 0)) > 60))
      changed += 1;
  return changed >= box.width + box.height ? "seen" : `${changed} pixels changed`;
}

/** In the page: what an element looks like. On another floor it is another case. */
function kindOf(element: Element): string {
  const floors: string[] = [];
  for (let box: Element | null = element; box; box = box.parentElement)
    floors.push(getComputedStyle(box).backgroundColor);
  const floor = floors.find((color) => color !== "rgba(0, 0, 0, 0)");
  return `${element.tagName} ${element.getAttribute("type")} ${element.className} on ${floor}`;
}

test("the first stop skips to the content, and animations stop within five seconds", async ({
  page,
}) => {
  for (const { path } of sitePages) {
    await page.goto(path);
    const long = await page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        if (animation.timeline !== document.timeline) return [];
        const effect = animation.effect as KeyframeEffect;
        const end = Number(effect.getComputedTiming().endTime);
        return end > 5_000 ? [`${end} ms: ${effect.target?.outerHTML.slice(0, 80)}`] : [];
      }),
    );
    expect(long, path).toEqual([]);
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  }
});

for (const forcedColors of ["none", "active"] as const)
  test(`everything that gets focus shows a ring, on every page and in a phone's menu, forced colors: ${forcedColors}`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/404/);
    await answerForProvider(page);
    await page.emulateMedia({ forcedColors, reducedMotion: "reduce" });
    // A page shows only the kinds that no page before it has.
    const seen = new Set<string>();
    for (const path of visitorPaths) {
      await page.goto(path);
      // Header and footer are the same on every page.
      const within = path === "/" ? page.locator("body") : page.getByRole("main");
      for (const stop of await within.locator(STOPS).all()) {
        const kind = await stop.evaluate(kindOf);
        if (seen.has(kind) || !(await stop.isVisible())) continue;
        seen.add(kind);
        expect(await ringOf(page, stop), `${kind}, ${path}`).toBe("seen");
      }
    }
    // Including a radio: it has no box that could show the ring instead.
    expect([...seen].filter((kind) => kind.startsWith("INPUT radio"))).toHaveLength(1);

    await page.setViewportSize(PHONE);
    await page.goto("/");
    await menuButton(page).click();
    for (const stop of [
      menuButton(page),
      menu(page).getByRole("link").first(),
      menu(page).getByRole("link", { name: "Schedule a Call" }),
    ])
      expect(await ringOf(page, stop)).toBe("seen");
  });

test("the phone's menu opens, is walked through, and closes with Escape and behind the last link", async ({
  page,
}) => {
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
  const last = menu(page).getByRole("link", { name: "Schedule a Call" });
  await last.focus();
  await page.keyboard.press("Tab");
  await expect(menu(page), "the focus is not behind it").toBeHidden();
  await expect(page.getByRole("main").getByRole("link").first()).toBeFocused();

  await menuButton(page).press("Enter");
  await menu(page).getByRole("link", { name: "FAQs" }).press("Enter");
  await expect(page).toHaveURL("/faqs");
});

test("no page has accessibility violations, on a phone with its menu open too, or moves with reduced motion", async ({
  page,
  expectAccessible,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/404/);
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of visitorPaths)
    await test.step(path, async () => {
      await page.setViewportSize(DESKTOP);
      await page.goto(path);
      const { moving, scroll } = await page.evaluate(() => ({
        moving: document.getAnimations().filter(({ playState }) => playState === "running").length,
        scroll: getComputedStyle(document.documentElement).scrollBehavior,
      }));
      expect(moving).toBe(0);
      expect(scroll).toBe("auto");
      await expectAccessible();
      await page.setViewportSize(PHONE);
      await expectAccessible();
      await menuButton(page).click();
      await expect(menu(page)).toBeVisible();
      await expectAccessible();
    });
});
