import type { Page } from "@playwright/test";
import { expect } from "./fixture.ts";

const WIDTHS = [375, 768, 1024, 1280, 1440, 1920];
const FOLDER = "test-results/screens";

/** Pictures are opt-in: they take longer than the journeys. */
const TAKES_PICTURES = process.env.PICTURES === "1";

/** Once in some thousand screenshots Chromium never returns one, and hangs. */
const PICTURE_MS = 20_000;

type Scheme = "light" | "dark" | "forced";

/** Saves the current screen in each scheme as test-results/screens/NAME-WIDTH-SCHEME.png. */
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

/** Saves a public page at its current width when pictures are on. */
export async function keepPage(page: Page, name: string) {
  if (TAKES_PICTURES) await keepPictures(page, name, true, ["light"]);
}

/** Like `inspect`, at the current width: an open menu doesn't move while a window is resized. */
export async function inspectHere(page: Page, name: string, expectAccessible: () => Promise<void>) {
  if (TAKES_PICTURES) await keepPictures(page, name, false);
  await expectAccessible();
}

/**
 * Checks the current screen: nothing wider than the window, and WCAG 2.2 AA in light and dark. With
 * PICTURES=1 it also saves a picture of each width and scheme.
 */
export async function inspect(page: Page, name: string, expectAccessible: () => Promise<void>) {
  const before = page.viewportSize();
  await page.mouse.move(0, 0);
  // A picture must show the rows, not their loading placeholder.
  await expect(page.getByRole("status").filter({ hasText: /^Loading/ })).toHaveCount(0);
  await expect(page.locator(".skeleton")).toHaveCount(0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 768 ? 812 : 900 });
    // Polled: a closing menu briefly keeps its place from the wider window.
    await expect
      .poll(
        () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        `scrolls sideways at ${width} px`,
      )
      .toBeLessThanOrEqual(0);
    if (TAKES_PICTURES) await keepPictures(page, name, true);
  }
  await expectAccessible();
  if (before) await page.setViewportSize(before);
}
