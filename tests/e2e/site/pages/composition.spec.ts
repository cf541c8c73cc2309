import type { Locator, Page } from "@playwright/test";
import { pagePath } from "#app/content/index.ts";
import { sitePages } from "#tests/support/pages.ts";
import { answerForProvider } from "../../contact/form.ts";
import { expect, PHONE, test } from "../../fixture.ts";
import { section } from "./steps.ts";

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const boxOf = (locator: Locator): Promise<Box> =>
  locator.evaluate((element) => element.getBoundingClientRect().toJSON());
const boxesOf = (locator: Locator): Promise<Box[]> =>
  locator.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));

const open = async (page: Page, path: string, width: number) => {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready);
};

test("a phone shows the whole floor plan, in two halves", async ({ page }) => {
  for (const width of [320, 375]) {
    await open(page, "/services", width);
    const [left, right] = await page.locator("#hero svg.art").evaluateAll((all) =>
      all.map((svg) => {
        const { a, e } = (svg as SVGSVGElement).getScreenCTM() as DOMMatrix;
        // Adding 0 makes -0 a 0.
        return { from: Math.round(-e / a) + 0, to: Math.round((innerWidth - e) / a) };
      }),
    );
    expect(left, `${width} px`).toEqual({ from: 0, to: 720 });
    expect(right, `${width} px`).toEqual({ from: 720, to: 1440 });
  }
  await open(page, "/services", 1440);
  await expect(page.locator("#hero svg.art").last()).toBeHidden();
});

test("Services and Why Us have a button in their first screen", async ({ page }) => {
  for (const [path, words] of [
    ["/services", "Plan Your Fulfillment"],
    ["/why-us", "Talk to Us"],
  ] as const)
    for (const width of [PHONE.width, 1440]) {
      await open(page, path, width);
      const button = section(page, "hero").getByRole("link", { name: words });
      await expect(button).toHaveAttribute("href", "/contact");
      expect((await boxOf(button)).bottom, `${path}, ${width} px`).toBeLessThan(900);
    }
});

test("on a phone, buttons below each other are equally wide", async ({ page }) => {
  await answerForProvider(page);
  for (const [path, key] of [
    ["/", "hero"],
    ["/services", "cta"],
    ["/contact", "cta_section"],
  ] as const) {
    await open(page, path, PHONE.width);
    const [first, second] = await boxesOf(section(page, key).locator("a.button"));
    expect(second?.top, path).toBeGreaterThanOrEqual(first?.bottom as number);
    expect([second?.left, second?.right], path).toEqual([first?.left, first?.right]);
  }
});

test("on Why Us, each figure is on one line, next to what it counts, and every tag hangs on a string", async ({
  page,
}) => {
  for (const width of [320, 375, 768, 1024, 1440, 1920]) {
    await open(page, "/why-us", width);
    const figures = section(page, "stats").locator("dl > div");
    if (width > 320 && width <= 1024) {
      const lines = await figures
        .locator("dd.font-display")
        .evaluateAll((all) =>
          all.map((one) => one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight)),
        );
      expect(lines.map(Math.round), `${width} px`).toEqual([1, 1, 1, 1]);
    }
    const tops = await page.locator(".promise").evaluateAll((all) =>
      all.map((tag) => {
        const drawn = [
          getComputedStyle(tag.querySelector("h3") as Element, "::before"),
          getComputedStyle(tag.parentElement as Element, "::before"),
        ].filter(({ content }) => content !== "none");
        const list = (tag.parentElement as Element).getBoundingClientRect().top;
        return { strings: drawn.length, below: tag.getBoundingClientRect().top - list };
      }),
    );
    expect(
      tops.map(({ strings }) => strings),
      `${width} px`,
    ).toEqual([1, 1, 1]);
    if (width < 768) continue;
    // One string for all of them only fits one row.
    expect(
      tops.map(({ below }) => below),
      `${width} px`,
    ).toEqual([0, 0, 0]);
    const widest = Math.max(
      ...(await boxesOf(figures.locator("dd:last-of-type"))).map(({ right }) => right),
    );
    for (const { left } of await boxesOf(figures.locator("dt"))) {
      expect(left, `${width} px`).toBeGreaterThanOrEqual(widest);
      expect(left - widest, `${width} px`).toBeLessThanOrEqual(40);
    }
  }
});

test("the contact form is as tall as the cards next to it, which line up with the halves of the hero", async ({
  page,
}) => {
  await answerForProvider(page);
  for (const width of [1024, 1280, 1440, 1920]) {
    await open(page, pagePath("contact"), width);
    // The open-now sign adds a line when its script has run.
    await expect(async () => {
      const form = await boxOf(section(page, "contact_form"));
      const last = await boxOf(section(page, "cta_section"));
      expect(form.bottom, `${width} px`).toBeCloseTo(last.bottom, 0);
    }).toPass();
    const fields = await boxesOf(page.locator("#contact_form .form-field"));
    const heights = fields.map(({ top, bottom }) => bottom - top);
    expect(Math.max(...heights), "the message has the room").toBe(heights.at(-1));
    if (![1024, 1440].includes(width)) continue;
    const map = await boxOf(section(page, "hero").locator("svg"));
    const card = await boxOf(section(page, "contact_info"));
    expect(Math.abs(map.left - card.left), `${width} px`).toBeLessThan(1);
    expect(card.top - map.bottom, `${width} px`).toBeGreaterThanOrEqual(24);
  }
  // A filter would paint the form again as a whole.
  const filters = await section(page, "contact_form").evaluate((element) => {
    const found: string[] = [];
    for (let box: Element | null = element; box; box = box.parentElement)
      found.push(getComputedStyle(box).filter);
    return found;
  });
  expect(new Set(filters)).toEqual(new Set(["none"]));
});

test("closing calls have no picture on a phone, and come in three kinds", async ({ page }) => {
  await answerForProvider(page);
  const looks = new Map<string, string[]>();
  for (const { page: name, path } of sitePages.filter(({ page: one }) => one !== "faqs")) {
    await open(page, path, PHONE.width);
    const call = section(page, "cta").or(page.locator("#cta_section ~ #cta"));
    await expect(call.locator("svg.art:visible"), path).toHaveCount(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    const floor = await call.evaluate((element) => getComputedStyle(element).backgroundColor);
    const art = await call.locator("svg.art:visible").count();
    looks.set(`${floor}, pictures: ${art}`, [
      ...(looks.get(`${floor}, pictures: ${art}`) ?? []),
      name,
    ]);
  }
  expect(looks.size, JSON.stringify([...looks])).toBe(3);
});

test("the timeline of sourcing names its bars, its axis and its unit", async ({ page }) => {
  await open(page, "/sourcing", PHONE.width);
  const timeline = page.locator("#faqs figure");
  await expect(timeline).toContainText("Weeks to expect");
  for (const name of ["Local", "Overseas, in stock", "Custom"])
    await expect(timeline.getByText(name, { exact: true })).toBeVisible();
  for (const words of ["2-4 weeks", "4-6 weeks", "10-16+ weeks"])
    await expect(timeline.getByText(words, { exact: true })).toBeVisible();
  // A bar begins above its week of the axis.
  const bars = await boxesOf(timeline.locator(".week-scale > div"));
  const scale = await boxOf(timeline.locator(".week-scale").first());
  const tick = async (week: string) =>
    (await boxOf(timeline.getByText(week, { exact: true }))).left;
  expect(await tick("0")).toBeCloseTo(scale.left, 0);
  expect(await tick("4")).toBeCloseTo(bars[0]?.right as number, 0);
  expect(await tick("4")).toBeCloseTo(bars[1]?.left as number, 0);
  expect(bars[2]?.right).toBeCloseTo(scale.right, 0);
});

test("from 1024 px, the question to ask is next to the list, and after it on a phone", async ({
  page,
}) => {
  for (const width of [1024, 1440]) {
    await open(page, "/faqs", width);
    const list = await boxOf(page.locator("main ol"));
    const ask = await boxOf(page.locator("main .card"));
    expect(ask.right, `${width} px`).toBeLessThan(list.left);
    expect(ask.top, `${width} px`).toBeLessThan(list.bottom);
  }
  await open(page, "/faqs", PHONE.width);
  const list = await boxOf(page.locator("main ol"));
  expect((await boxOf(page.locator("main .card"))).top).toBeGreaterThan(list.bottom);
});

test("the picture of the home page's about block has its heading above it", async ({ page }) => {
  for (const width of [1024, 1280, 1440]) {
    await open(page, "/", width);
    const about = section(page, "about");
    const heading = await boxOf(about.getByRole("heading"));
    const chart = await boxOf(about.locator("svg.art"));
    expect(heading.left, `${width} px`).toBeLessThan(chart.right);
    expect(chart.top - heading.bottom, `${width} px`).toBeGreaterThan(0);
    expect(chart.top - heading.bottom, `${width} px`).toBeLessThan(240);
  }
});

test("the footer's Integrations leads to the step about connecting shops", async ({ page }) => {
  await page.goto("/why-us");
  await page.getByRole("contentinfo").getByRole("link", { name: "Integrations" }).click();
  await expect(page).toHaveURL("/services#integrations");
  await expect(page.getByRole("heading", { name: "Sync" })).toBeInViewport();
  await expect(page.getByText("We connect to TikTok Shop, Shopify, Amazon")).toBeInViewport();
});
