import type { Page } from "@playwright/test";
import { visitorPaths } from "#tests/support/pages.ts";
import { withTablesRestored, writeSettings } from "#tests/support/samples/site-rows.ts";
import { expect, PHONE, test } from "../fixture.ts";

const WIDTHS = [320, 375, 768, 1024, 1440, 2560];
const WORD =
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2);
const LONG = `${WORD} ${"It goes on and on, as long as anyone could wish. ".repeat(30)}`;

/** How many pixels the page scrolls sideways, and what sticks out most. */
async function sideways(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return "";
    const widest = [...document.querySelectorAll("body *")]
      .map((element) => ({ element, right: element.getBoundingClientRect().right }))
      .reduce((a, b) => (b.right >= a.right ? b : a));
    return `${scrollWidth - clientWidth}px: ${widest.element.outerHTML.slice(0, 120)}`;
  });
}

/** Unreadable words: cut off at an edge, or in a column too narrow for three letters. */
async function unreadable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth + 1;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    const NOT_SEEN =
      "svg, [aria-hidden], script, style, noscript, .line-clamp-4, .rate-table > thead, .tally > thead, #invoice thead";
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue?.trim() ?? "";
      if (!text || node.parentElement?.closest(NOT_SEEN)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (lines.some(({ left, right }) => left < -1 || right > edge))
        found.push(`cut off: ${text}`);
      if (text.length >= 8 && text.length / lines.length < 3) found.push(`squeezed: ${text}`);
    }
    return found.map((one) => one.slice(0, 60));
  });
}

async function expectFits(page: Page, widths: readonly number[], what: string) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await sideways(page), `${what} at ${width}px`).toBe("");
    expect.soft(await unreadable(page), `${what} at ${width}px`).toEqual([]);
  }
}

/** Texts that an element partly hides. */
const clipped = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue?.trim() ?? "";
      if (!text || node.parentElement?.closest("svg, script, style, noscript")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      for (let box = node.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        // A one-pixel box is for screen readers.
        if (box.clientWidth <= 1) break;
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const isCut = lines.some(
          (line) =>
            (/hidden|clip/.test(overflowX) && (line.left < left - 1 || line.right > right + 1)) ||
            (/hidden|clip/.test(overflowY) && (line.top < top - 1 || line.bottom > bottom + 1)),
        );
        if (isCut) found.push(text.slice(0, 60));
      }
    }
    return found;
  });

test("every page fits screens from 320 to 2560 px, also with text at twice the size or spaced out", async ({
  page,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/404/);
  for (const path of visitorPaths) {
    await page.goto(path);
    await expectFits(page, WIDTHS, path);
    // Zooming to 200 % only narrows the window; doubling the text alone is harder.
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    await expectFits(page, [320, 375, 640, 1280, 1440], `${path}, 200 % text`);
    // WCAG 1.4.12
    await page.evaluate(() => {
      document.documentElement.style.removeProperty("font-size");
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`);
      document.adoptedStyleSheets = [sheet];
    });
    await expectFits(page, [320], `${path}, custom spacing`);
    expect.soft(await clipped(page), path).toEqual([]);
  }
});

test("texts of any length stay inside the page", async ({ page, site, expectConsole }) => {
  test.setTimeout(120_000);
  expectConsole(/404/);
  const tables = ["site_content", "site_settings", "services", "pricing_items", "faq_items"];
  await withTablesRestored(site.sql, [...tables, "testimonials"], async () => {
    const { sql } = site;
    await sql`update site_content set content_value = ${LONG} where content_type = 'textarea'`;
    await sql`update site_content set content_value = ${WORD} where content_type = 'text'`;
    await sql`update services set title = ${WORD}, description = ${LONG}`;
    await sql`update pricing_items set service_name = ${WORD}, rate = ${WORD}, description = ${LONG}`;
    await sql`update faq_items set question = ${LONG.slice(0, 400)}, answer = ${LONG}`;
    await sql`update testimonials set quote = ${LONG}, author_name = ${WORD}, author_company = ${WORD}`;
    await writeSettings(sql, {
      company_name: WORD,
      contact_email: `${WORD.slice(0, 60).replace("ä", "a")}@example.com`,
      website_url: `https://example.com/${WORD.slice(0, 60).replace("ä", "a")}`,
    });
    await expect
      .poll(async () => (await page.request.get("/")).text(), { intervals: [50] })
      .toContain(WORD);
    for (const path of visitorPaths) {
      await page.goto(path);
      await expectFits(page, [320, 768, 1024, 1440], `${path}, long words`);
    }
    const company_name = "Pacific Northwest Fulfillment & Logistics Co.";
    await writeSettings(sql, { company_name });
    await expect
      .poll(async () => (await page.request.get("/")).text(), { intervals: [50] })
      .toContain("Logistics Co. All rights reserved.");
    await page.setViewportSize(PHONE);
    await page.goto("/");
    const name = page.getByRole("banner").getByText(company_name);
    const header = (await page.getByRole("banner").boundingBox())?.height ?? 0;
    expect((await name.boundingBox())?.height, "room above and below").toBeLessThan(header - 8);
  });
});

const LISTS = [
  { path: "/services", table: "services", column: "title" },
  { path: "/pricing", table: "pricing_items", column: "service_name" },
  { path: "/faqs", table: "faq_items", column: "question" },
] as const;

for (const { path, table, column } of LISTS)
  test(`${path} fits no row, one and sixty`, async ({ page, site }) => {
    const { sql } = site;
    const main = page.locator("main");
    await withTablesRestored(sql, [table], async () => {
      const [row] =
        await sql`select ${sql(column)} as name from ${sql(table)} order by display_order`;
      await sql`delete from ${sql(table)} where ${sql(column)} <> ${row?.name}`;
      await sql`update ${sql(table)} set ${sql(column)} = 'The only one there is'`;
      await expect
        .poll(async () => (await page.request.get(path)).text(), { intervals: [50] })
        .toContain("The only one there is");
      await page.goto(path);
      // Expect it once, without counting calculators that use the same prices.
      const listed = main
        .getByText("The only one there is")
        .and(page.locator(":not(#estimate *, #invoice *)"));
      await expect(listed).toHaveCount(1);
      await expectFits(page, [320, 1440], `${path}, one`);

      await sql`
        insert into ${sql(table)}
        select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(),
          ${column}::text, 'Number ' || n, 'display_order', n))).*
        from ${sql(table)} one, generate_series(1, 59) n`;
      await expect
        .poll(async () => (await page.request.get(path)).text(), { intervals: [50] })
        .toContain("Number 59");
      await page.goto(path);
      await expect(main.getByText("Number 59", { exact: true }).first()).toBeVisible();
      await expectFits(page, [320, 1440], `${path}, sixty`);

      await sql`update ${sql(table)} set is_active = false`;
      await expect
        .poll(async () => (await page.request.get(path)).text(), { intervals: [50] })
        .toContain(String(row?.name).replace("&", "&amp;"));
      await page.goto(path);
      await expectFits(page, [320, 1440], `${path}, none`);
    });
  });
