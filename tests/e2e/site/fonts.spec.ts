import type { Route } from "@playwright/test";
import { sitePages } from "#tests/support/pages.ts";
import { expect, PHONE, test } from "../fixture.ts";

test.use({ newBrowser: true });

for (const viewport of [PHONE, { width: 1280, height: 800 }])
  test(`every page stays in place at ${viewport.width} px when its fonts arrive`, async ({
    page,
  }) => {
    test.slow();
    const held: Route[] = [];
    let hold = true;
    // A routed page has no cache, so every page loads its fonts.
    await page.route(/\.woff2$/, async (route) => {
      if (hold) held.push(route);
      else await route.continue();
    });
    await page.setViewportSize(viewport);
    for (const { path } of sitePages) {
      // Cached from here on: a page that is still being read arrives in parts, which move it too.
      await page.request.get(`${path}?whole`);
      hold = true;
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.getByRole("contentinfo")).toBeAttached();
      // Painted in the stand-ins: one frame to lay out, one that begins after it.
      await page.evaluate(nextFrames);
      await expect.poll(() => held.length, path).toBeGreaterThan(0);
      expect(await page.evaluate(loadedFaces), path).toBe(0);

      hold = false;
      for (const route of held.splice(0)) await route.continue();
      await page.evaluate(() => document.fonts.ready);
      await page.evaluate(nextFrames);
      expect(await page.evaluate(loadedFaces), path).toBeGreaterThan(0);
      expect(await page.evaluate(layoutShift), path).toBeLessThanOrEqual(0.01);
    }
  });

/** Faces from our files. */
const loadedFaces = () =>
  [...document.fonts].filter(({ family, status }) => /Variable/.test(family) && status === "loaded")
    .length;

const nextFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** How far the page has moved by itself so far (the Layout Instability API's scores, summed). */
const layoutShift = () =>
  new Promise<number>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      observer.disconnect();
      const scores = list
        .getEntries()
        .map((entry) => (entry as unknown as { value: number }).value);
      resolve(scores.reduce((sum, value) => sum + value, 0));
    });
    observer.observe({ type: "layout-shift", buffered: true });
    // The observer only reports what there is, so without a shift it never calls.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
  });
