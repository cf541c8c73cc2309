import type { Page } from "@playwright/test";
import { visitorPaths } from "#tests/support/pages.ts";
import { expect, test } from "../fixture.ts";
import { keepPage } from "../pictures.ts";
import { menu } from "./steps.ts";

/** Ranges and weights broken across lines, and words that overlap a drawing. */
const clashes = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const drawings = [...document.querySelectorAll("main svg.art")].map((art) =>
      art.getBoundingClientRect(),
    );
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue ?? "";
      if (!text.trim() || node.parentElement?.closest("svg, script, style, noscript, select"))
        continue;
      for (const { 0: words, index } of text.matchAll(
        /\$?\d[\d.,]*([-–]\$?\d\S*( (hours|weeks))?| (oz|lb|ounces)\b)/g,
      )) {
        range.setStart(node, index);
        range.setEnd(node, index + words.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) found.push(`cut in two: ${words}`);
      }
      range.selectNodeContents(node);
      for (const line of range.getClientRects())
        if (
          drawings.some(
            (art) =>
              line.left < art.right &&
              line.right > art.left &&
              line.top < art.bottom &&
              line.bottom > art.top,
          )
        )
          found.push(`on a drawing: ${text.slice(0, 40)}`);
    }
    return found;
  });

/** Headings whose last line is much shorter than their longest: a single leftover word. */
const leftAlone = (page: Page) =>
  page.evaluate(() => {
    const range = document.createRange();
    return [...document.querySelectorAll("main :is(h1, h2, h3)")].flatMap((heading) => {
      range.selectNodeContents(heading);
      const lines = new Map<number, number>();
      for (const { top, width } of range.getClientRects())
        lines.set(Math.round(top), (lines.get(Math.round(top)) ?? 0) + width);
      const widths = [...lines].sort(([a], [b]) => a - b).map(([, width]) => width);
      const alone = (widths.at(-1) ?? 0) < Math.max(...widths) / 3;
      return alone && heading.textContent ? `last word alone: ${heading.textContent}` : [];
    });
  });

/** Window widths that visitors commonly use. */
const LOOKED_AT = [320, 375, 768, 1024, 1100, 1440, 1920, 2560];

test("on every page no range or weight is cut in two, no word lies on a drawing, none ends a heading alone, and each class has its rule", async ({
  page,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/404/);
  for (const path of visitorPaths) {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    const unknown = await page.evaluate(() => {
      const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
      const css = rules.map(({ cssText }) => cssText).join("\n");
      const used = [...document.querySelectorAll("body [class]")].flatMap((element) => [
        ...element.classList,
      ]);
      return [...new Set(used)].filter((name) => !css.includes(`.${CSS.escape(name)}`));
    });
    expect.soft(unknown, `${path}, classes without a rule`).toEqual([]);
    const between = [350, 414, 600, 900, 1060, 1200, 1280];
    for (const width of [...between, ...LOOKED_AT]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await clashes(page), `${path}, ${width} px`).toEqual([]);
      if (width > 375) expect.soft(await leftAlone(page), `${path}, ${width} px`).toEqual([]);
      if (LOOKED_AT.includes(width)) await keepPage(page, `site-${path.slice(1) || "home"}`);
    }
  }
});

test("keeps the company's name and the links in one row, with room between the links", async ({
  page,
}) => {
  await page.goto("/");
  await page.evaluate(() => document.fonts.ready);
  const header = page.getByRole("banner");
  for (const width of [320, 768, 800, 900, 912, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const name = await header.getByText("Evergreen Fulfillment").boundingBox();
    expect(name?.width, `${width} px`).toBeGreaterThan(60);
    expect((await header.boundingBox())?.height, `${width} px`).toBeLessThan(80);
    if (width < 768 || width > 900) continue;
    const links = await menu(page)
      .getByRole("listitem")
      .getByRole("link")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    const gaps = links.slice(1).map(({ left }, index) => left - links[index].right);
    expect(Math.min(...gaps), `${width} px`).toBeGreaterThanOrEqual(16);
  }
});

test("every label's header is laid out alike at every width", async ({ page }) => {
  for (const width of [375, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const heads: unknown[] = [];
    for (const path of ["/", "/pricing", "/contact"]) {
      await page.goto(path);
      const head = page.locator("main .card-framed:has(h2) > div").first();
      heads.push(
        await head.evaluate((element) => {
          const [mark, words, bars] = [...element.children].map((part) =>
            part.getBoundingClientRect(),
          );
          const title = element.querySelector("h2") as HTMLElement;
          return {
            left: Math.round((mark?.left ?? 0) - element.getBoundingClientRect().left),
            size: getComputedStyle(title).fontSize,
            bars: Boolean(bars?.width),
            inOneRow: !bars?.width || (words?.right ?? 0) < bars.left,
          };
        }),
      );
    }
    expect(heads, `${width} px`).toEqual([heads[0], heads[0], heads[0]]);
    expect(heads[0], `${width} px`).toMatchObject({ bars: width > 480, inOneRow: true });
  }
});

/** On each page, what begins at the same distance from its label's edge as what is above it. */
const ALIGNED = [
  ["/", ".dispatch-form label", ".dispatch-way li > *"],
  ["/", "#testimonial .card svg", "#testimonial dl:has(dd) dt"],
  ["/pricing", ".card:has(.rates-first) svg", ".rates-first tbody th"],
  ["/pricing", "#estimate svg", "#estimate form label"],
  ["/contact", "#contact_form svg", "#contact_form form label"],
] as const;

test("the rows of a label begin where its header does, at every width", async ({ page }) => {
  const leftOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => Math.round(element.getBoundingClientRect().left));
  for (const [path, head, row] of ALIGNED) {
    await page.goto(path);
    for (const width of [375, 500, 640, 768, 1024, 1280, 1440]) {
      // Here the figures are in a column of their own, next to the quote.
      if (row.includes("dt") && width >= 1024) continue;
      await page.setViewportSize({ width, height: 900 });
      expect(await leftOf(row), `${row}, ${width} px`).toBe(await leftOf(head));
    }
  }
});
