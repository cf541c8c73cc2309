import type { Page } from "@playwright/test";
import { expect } from "./fixture.ts";

const WIDTHS = [375, 768, 1024, 1280, 1440, 1920];
const FOLDER = "test-results/screens";

/** Anyone who wants to see what the journeys see asks for it: pictures take longer than the journeys. */
const KEPT = process.env.PICTURES === "1";

/** Once in some thousand pictures Chromium never gives it out, and hangs. */
const PICTURE_MS = 20_000;

type Scheme = "light" | "dark" | "forced";

/** The screen as it is now, in each scheme, as test-results/screens/NAME-WIDTH-SCHEME.png. */
async function keepPictures(
  page: Page,
  name: string,
  fullPage: boolean,
  schemes: readonly Scheme[] = ["light", "dark", "forced"],
) {
  for (const scheme of schemes) {
    await page.emulateMedia({
      colorScheme: scheme === "forced" ? "light" : scheme,
      forcedColors: scheme === "forced" ? "active" : "none",
      reducedMotion: "reduce",
    });
    await page.screenshot({
      path: `${FOLDER}/${name}-${page.viewportSize()?.width}-${scheme}.png`,
      fullPage,
      animations: "disabled",
      timeout: PICTURE_MS,
    });
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null });
}

/** A page for visitors at the width that it has, where pictures are kept. */
export async function keepPage(page: Page, name: string) {
  if (KEPT) await keepPictures(page, name, true, ["light"]);
}

/** As `inspect`, at the width that it has: an open menu keeps its place while a window changes. */
export async function inspectHere(page: Page, name: string, expectAccessible: () => Promise<void>) {
  if (KEPT) await keepPictures(page, name, false);
  await expectAccessible();
}

/**
 * Looks at a screen as it is now: nothing wider than the window, WCAG 2.2 AA kept in light and dark;
 * with PICTURES=1 a picture of each width and scheme is kept.
 */
export async function inspect(page: Page, name: string, expectAccessible: () => Promise<void>) {
  const before = page.viewportSize();
  await page.mouse.move(0, 0);
  // A picture shows the rows, not what takes their place while they are on their way.
  await expect(page.getByRole("status").filter({ hasText: /^Loading/ })).toHaveCount(0);
  await expect(page.locator(".skeleton")).toHaveCount(0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 768 ? 812 : 900 });
    // Polled: a menu on its way out stays where it was in the wider window for a moment.
    await expect
      .poll(
        () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        `scrolls sideways at ${width} px`,
      )
      .toBeLessThanOrEqual(0);
    if (KEPT) await keepPictures(page, name, true);
  }
  await expectAccessible();
  if (before) await page.setViewportSize(before);
}
