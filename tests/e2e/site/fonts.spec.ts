import type { Route } from "@playwright/test";
import { sitePages } from "#tests/support/pages.ts";
import { expect, PHONE, test } from "../fixture.ts";

test.use({ newBrowser: true });

for (const viewport of [PHONE, { width: 1280, height: 800 }])
  for (const { path } of sitePages)
    test(`${path} stays in place at ${viewport.width} px when its fonts arrive`, async ({
      page,
    }) => {
      // Cached from here on: a page that is still being read arrives in parts, which move it too.
      await page.request.get(`${path}?whole`);
      const held: Route[] = [];
      let hold = true;
      await page.route(/\.woff2$/, async (route) => {
        if (hold) held.push(route);
        else await route.continue();
      });
      await page.setViewportSize(viewport);
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.getByRole("contentinfo")).toBeAttached();
      // Painted in the stand-ins: one frame to lay out, one that begins after it.
      await page.evaluate(nextFrames);
      await expect.poll(() => held.length).toBeGreaterThan(0);
      expect(await page.evaluate(loadedFaces)).toBe(0);

      hold = false;
      for (const route of held) await route.continue();
      await page.evaluate(() => document.fonts.ready);
      await page.evaluate(nextFrames);
      expect(await page.evaluate(loadedFaces)).toBeGreaterThan(0);
      expect(await page.evaluate(layoutShift)).toBeLessThanOrEqual(0.01);
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
