import { catalogue, pagePath } from "#app/content/index.ts";
import { sitePages } from "#tests/support/pages.ts";
import { withTablesRestored } from "#tests/support/samples/site-rows.ts";
import { answerForProvider } from "../../contact/form.ts";
import { DESKTOP, expect, PHONE, test } from "../../fixture.ts";
import { says } from "./steps.ts";

test("gives each section of a page its own anchor, and uses no id twice", async ({
  page,
  site,
}) => {
  test.slow();
  await answerForProvider(page);
  for (const { path } of sitePages) {
    await page.goto(path);
    const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.toSorted(), path).toEqual([...new Set(ids)].toSorted());
  }
  // Sections that wait for the company's own people and figures are hidden without them.
  await withTablesRestored(site.sql, ["team_members", "site_content"], async () => {
    await site.sql`insert into team_members (name) values ('Ines Okafor')`;
    const written = await site.sql`update site_content
      set content_value = case when content_type = 'url' then '/icon-192.png?w' else 'Written' end
      where content_value = '' returning page_name, section_name`;
    for (const [name, sections] of Object.entries(catalogue)) {
      const path = pagePath(name as keyof typeof catalogue);
      for (const { page_name, section_name } of written)
        if (page_name === name) await says(page, path, `id="${section_name}"`);
      for (const viewport of [PHONE, DESKTOP]) {
        await page.setViewportSize(viewport);
        await page.goto("about:blank");
        // The first one is opened from elsewhere, the others from within the page.
        for (const section of Object.keys(sections)) {
          await page.goto(`${path}#${section}`);
          const place = page.locator(`#${section}`);
          await expect(place, `${path}#${section}`).toBeInViewport();
          const header = await page.getByRole("banner").boundingBox();
          const { top, toScroll } = await place.evaluate((element) => ({
            top: element.getBoundingClientRect().top,
            toScroll: document.documentElement.scrollHeight - innerHeight - scrollY,
          }));
          expect(top, `${path}#${section} is not under the header`).toBeGreaterThanOrEqual(
            header?.height ?? 0,
          );
          // At the top of the window, unless the page ends before that.
          if (toScroll > 1) expect(top, `${path}#${section}`).toBeLessThan(viewport.height / 2);
        }
      }
    }
  });
});
