import type { Page } from "@playwright/test";
import { visitorPaths } from "#tests/support/pages.ts";
import type { Site } from "#tests/support/site.ts";
import { expect, test } from "../fixture.ts";

test.describe("above the pages", () => {
  const FIRST = "Send stock in by November 20 to be on the shelf for the peak 📦";
  const bar = (page: Page) => page.getByRole("complementary", { name: "Announcements" });
  const announce = async (site: Site) => {
    await site.sql`delete from announcements`;
    const [first] = await site.sql`
      insert into announcements (message, link_label, link_url, display_order)
      values (${FIRST}, 'Our rates', '/pricing', 1), ('Closed on Thanksgiving.', null, null, 2)
      returning id`;
    // Until the server knows, pages show those of the previous journey.
    await expect
      .poll(async () => (await fetch(site.url)).text(), { intervals: [50] })
      .toContain(`announcement-${first?.id}`);
  };
  /** The header's positions in every frame: only one, if the bar never moves it. */
  const placesOfHeader = (page: Page) =>
    page.evaluate(async () => {
      await document.fonts.ready;
      // On a busy machine, the page may not have had a frame yet.
      await new Promise(requestAnimationFrame);
      return (window as unknown as { places: number[] }).places;
    });
  const watchHeader = (page: Page) =>
    page.addInitScript(() => {
      const places: number[] = [];
      Object.assign(window, { places });
      const look = () => {
        const place = document.querySelector("header")?.getBoundingClientRect().top;
        if (place !== undefined && !places.includes(place)) places.push(place);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  test.beforeEach(({ site }) => announce(site));

  test("on every page, in order, without a shift, accessible and within the window", async ({
    page,
    expectAccessible,
  }) => {
    for (const path of visitorPaths) {
      const answer = await page.request.get(path);
      expect(await answer.text(), path).toContain(FIRST);
    }
    await watchHeader(page);
    for (const width of [375, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/");
      await expect(bar(page).getByRole("paragraph")).toHaveText([
        `${FIRST} Our rates`,
        "Closed on Thanksgiving.",
      ]);
      await expect(bar(page).getByRole("link", { name: "Our rates" })).toHaveAttribute(
        "href",
        "/pricing",
      );
      const { y } = (await page.getByRole("banner").boundingBox()) ?? { y: 0 };
      expect(y, "the bar stands above the header").toBeGreaterThanOrEqual(88);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      for (const button of await bar(page).getByRole("button").all()) {
        const box = await button.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      }
      expect(await placesOfHeader(page), `${width} px`).toHaveLength(1);
      await page.screenshot({ path: `test-results/screens/announcements-bar-${width}.png` });
    }
    await expectAccessible();
    const looks = (name: string) =>
      bar(page).evaluate((it, property) => getComputedStyle(it).getPropertyValue(property), name);
    expect(await looks("background-color"), "set off from the page").not.toMatch(/, 0\)$/);
    await expect(bar(page).getByRole("link")).toHaveCSS("text-decoration-line", "underline");
    const cross = bar(page).locator("path").first();
    // The cross takes 12 of the drawing's 24 units plus its stroke ends; the drawing is 20 px wide.
    const { width = 0 } = (await cross.boundingBox()) ?? {};
    expect(width, "a cross to press").toBeCloseTo(16.7, 0);
    await expect(cross).toHaveCSS("stroke", /^rgb|^oklch|^color/);
    await page.emulateMedia({ media: "print" });
    await expect(bar(page), "not on paper").toBeHidden();
    await page.emulateMedia({ media: null });
    const close = bar(page).getByRole("button", { name: `Close: ${FIRST}` });
    await bar(page).getByText(FIRST).click();
    await expect(close, "closed by its cross alone").toBeVisible();
    await close.click();
    await expect(bar(page).getByRole("paragraph")).toHaveText("Closed on Thanksgiving.");
    await expect(page.getByRole("main")).toBeFocused();
    // Closed on every page, without a layout shift on Back; a new version is shown again.
    for (const path of ["/pricing", "/contact", "/"]) {
      await page.goto(path);
      await expect(bar(page).getByText(FIRST)).toBeHidden();
      await expect(bar(page).getByText("Closed on Thanksgiving.")).toBeVisible();
      expect(await placesOfHeader(page), path).toHaveLength(1);
    }
  });

  test("shows a new version of a closed announcement", async ({ page, site }) => {
    await page.goto("/contact");
    await bar(page)
      .getByRole("button", { name: `Close: ${FIRST}` })
      .click();
    await expect(bar(page).getByText(FIRST)).toBeHidden();
    // Reordering doesn't change the text, so people who closed it don't see it again.
    await site.sql`update announcements set display_order = 10 - display_order`;
    await expect
      .poll(async () => (await page.request.get("/contact")).text())
      .toMatch(/Closed on Thanksgiving.*by November/s);
    await page.reload();
    await expect(bar(page).getByText("Closed on Thanksgiving.")).toBeVisible();
    await expect(bar(page).getByText(FIRST)).toBeHidden();
    await site.sql`update announcements set message = 'By November 22 now' where message = ${FIRST}`;
    await expect
      .poll(async () => (await page.request.get("/")).text())
      .toContain("By November 22 now");
    await page.goto("/");
    await expect(bar(page).getByText("By November 22 now")).toBeVisible();
  });

  test("closes it for this page without browser storage", async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("Nothing is kept here.", "SecurityError");
        },
      }),
    );
    for (const path of ["/", "/faqs"]) {
      await page.goto(path);
      await expect(bar(page).getByText(FIRST)).toBeVisible();
      await bar(page)
        .getByRole("button", { name: `Close: ${FIRST}` })
        .click();
      await expect(bar(page).getByText(FIRST)).toBeHidden();
    }
  });

  test("keeps text of any length within a phone, and hides nothing of the header", async ({
    page,
    site,
  }) => {
    const word = "Unbreakable".repeat(20);
    await site.sql`update announcements set message = ${word}, link_label = ${word.slice(0, 60)},
      link_url = '/pricing'`;
    await expect.poll(async () => (await page.request.get("/")).text()).toContain(word);
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto("/");
    await page.screenshot({ path: "test-results/screens/announcements-long-375.png" });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    for (const button of await bar(page).getByRole("button").all())
      await button.click({ trial: true });
    // The header's hidden skip link is below a bar that is taller than usual.
    const lowest = await page.locator(".skip-link").evaluate((link) => {
      const { left, bottom } = link.getBoundingClientRect();
      return document.elementFromPoint(left + 2, bottom - 2)?.closest("aside") !== null;
    });
    expect(lowest).toBe(true);
  });

  test("does not cover a phone's open menu", async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto("/");
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(bar(page)).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(bar(page)).toBeVisible();
  });

  test("shows it on cached pages between its two times", async ({ page, site }) => {
    await site.sql`delete from announcements`;
    const read = async () => (await page.request.get("/faqs")).text();
    await site.sql`insert into announcements (message, shown_from, display_order)
      values ('For a moment', now() + interval '1 hour', 1)`;
    await expect.poll(read).not.toContain(FIRST);
    expect(await read()).not.toContain("For a moment");
    // A page is cached before each of the two times, and has to change automatically.
    await site.sql`update announcements set shown_from = now() + interval '2 seconds'`;
    await expect.poll(read, { intervals: [100] }).toContain("For a moment");
    await site.sql`update announcements set shown_until = now() + interval '2 seconds'`;
    await expect.poll(read, { intervals: [100] }).not.toContain("For a moment");
    expect(await read(), "no empty bar").not.toContain('aria-label="Announcements"');
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test("is shown, and can't be closed", async ({ page, site }) => {
    await site.sql`insert into announcements (message) values ('Closed on Friday')`;
    await expect
      .poll(async () => (await page.request.get("/")).text())
      .toContain("Closed on Friday");
    await page.goto("/");
    await expect(page.getByText("Closed on Friday")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Close/ })).toHaveCount(0);
    await site.sql`delete from announcements`;
  });
});
