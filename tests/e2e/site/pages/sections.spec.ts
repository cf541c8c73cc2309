import { catalogue, pagePath } from "#app/content/index.ts";
import { sitePages } from "#tests/support/pages.ts";
import { answerForProvider } from "../../contact/form.ts";
import { expect, PHONE, test } from "../../fixture.ts";

for (const page of Object.keys(catalogue) as (keyof typeof catalogue)[])
  test(`gives each section of ${page} its own anchor`, async ({ page: browser, site }) => {
    await answerForProvider(browser);
    const path = pagePath(page);
    // Sections that wait for the company's own people and figures are hidden without them.
    await site.sql`insert into team_members (name) values ('Ines Okafor')`;
    const written = await site.sql`update site_content
      set content_value = case when content_type = 'url' then '/icon-192.png?w' else 'Written' end
      where page_name = ${page} and content_value = '' returning section_name`;
    for (const { section_name } of written)
      await expect
        .poll(async () => (await browser.request.get(path)).text(), { intervals: [50] })
        .toContain(`id="${section_name}"`);
    for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
      await browser.setViewportSize(viewport);
      await browser.goto("about:blank");
      // The first one is opened from elsewhere, the others from within the page.
      for (const section of Object.keys(catalogue[page])) {
        await browser.goto(`${path}#${section}`);
        const place = browser.locator(`#${section}`);
        await expect(place, section).toBeInViewport();
        const header = await browser.getByRole("banner").boundingBox();
        const { top, toScroll } = await place.evaluate((element) => ({
          top: element.getBoundingClientRect().top,
          toScroll: document.documentElement.scrollHeight - innerHeight - scrollY,
        }));
        expect(top, `${section} is not under the header`).toBeGreaterThanOrEqual(
          header?.height ?? 0,
        );
        // At the top of the window, unless the page ends before that.
        if (toScroll > 1) expect(top, section).toBeLessThan(viewport.height / 2);
      }
    }
    await site.sql`update site_content set content_value = ''
      where page_name = ${page} and content_value in ('Written', '/icon-192.png?w')`;
    await site.sql`delete from team_members`;
  });

test("uses no id twice", async ({ page }) => {
  for (const { path } of sitePages) {
    await page.goto(path);
    const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.toSorted(), path).toEqual([...new Set(ids)].toSorted());
  }
});
