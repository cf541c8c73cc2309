import type { Page } from "@playwright/test";
import { contentPages, visitorPaths } from "#tests/support/pages.ts";
import { answerForProvider } from "../contact/form.ts";
import { expect, test } from "../fixture.ts";

/** Text too light for white paper (contrast below 4.5:1), and backgrounds that would waste ink. */
const onPaper = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!canvas) throw new Error("no canvas");
    /** Relative luminance of a color on white (WCAG 2.2). */
    const luminance = (color: string) => {
      canvas.fillStyle = "#fff";
      canvas.fillRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map(
        (byte) => (byte <= 10 ? byte / 3294 : ((byte / 255 + 0.055) / 1.055) ** 2.4),
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const pale: string[] = [];
    for (const element of document.querySelectorAll("body *:not(script, style, noscript, svg *)")) {
      const said = [...element.childNodes].some((n) => n.nodeType === 3 && n.nodeValue?.trim());
      if (!said || !element.checkVisibility() || element.closest(".form-field")) continue;
      if (1.05 / (luminance(getComputedStyle(element).color) + 0.05) < 4.5)
        pale.push(element.textContent?.slice(0, 40) ?? "");
    }
    const floors = [...document.querySelectorAll("section, footer, header, .button")]
      .filter((floor) => floor.checkVisibility())
      .filter((floor) =>
        [null, "::before"].some((part) => {
          const { display, content, backgroundColor } = getComputedStyle(floor, part);
          const drawn = display !== "none" && (part === null || content !== "none");
          return drawn && luminance(backgroundColor) < 0.9;
        }),
      )
      .map((floor) => floor.className);
    return { pale, floors };
  });

test("every page on paper: each word in ink, no floors of color, nothing to click, answers open", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404/);
  await answerForProvider(page);
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 740, height: 1000 });
  for (const path of visitorPaths) {
    await page.goto(path);
    expect(await onPaper(page), path).toEqual({ pale: [], floors: [] });
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.locator("main a.button:visible:not([href^='tel:'])"), path).toHaveCount(0);
    await expect(page.getByRole("contentinfo").getByText("(503) 555-0142")).toBeVisible();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      path,
    ).toBeLessThanOrEqual(740);
    if (path !== "/faqs") continue;
    for (const answer of await page.locator(".faq-answer > p").all())
      expect((await answer.boundingBox())?.height).toBeGreaterThan(0);
  }
});

test("the rates and what they include fit one sheet, without cut rows, and the sample invoice another", async ({
  page,
}) => {
  await page.goto("/pricing");
  // US Letter with 1 cm margins, at 96 px per inch.
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 740, height: 980 });
  const rates = page.getByRole("table", { name: "Rates by service" });
  await expect(rates.getByRole("columnheader", { name: "Rate" })).toBeVisible();
  await expect(page.getByText("Free storage at 100+ orders per month")).toBeVisible();
  const included = page.getByRole("heading", { name: "Included at every size" }).locator("..");
  const box = await included.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(980);
  await expect(page.getByRole("row").last()).toHaveCSS("break-inside", "avoid");

  const invoice = page.locator("#invoice");
  await expect(invoice).toHaveCSS("break-before", "page");
  expect((await invoice.boundingBox())?.height).toBeLessThanOrEqual(980);
  // Laid out in columns like a bill, not as on a phone.
  await expect(invoice.locator("thead")).toHaveCSS("position", "static");

  // A visitor's own month is printed in place of the sample.
  const estimate = page.locator("#estimate");
  await expect(estimate).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await estimate.getByLabel("Orders per month").fill("90");
  await page.emulateMedia({ media: "print" });
  await expect(estimate.getByRole("status")).toContainText("per month");
  await expect(estimate).toHaveCSS("break-before", "page");
  const footer = await page.getByRole("contentinfo").boundingBox();
  const own = await estimate.boundingBox();
  expect((own?.height ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(980);
  await expect(invoice).toBeHidden();
  await page.goto("/pricing?orders=90&items=2&cubic_feet=40&returns=yes");
  await expect(estimate.getByRole("status")).toContainText("per month");
  await expect(invoice).toBeHidden();
});

test("with forced colors every button, card and state keeps its edge", async ({ page }) => {
  await answerForProvider(page);
  await page.emulateMedia({ forcedColors: "active" });
  for (const { path } of contentPages) {
    await page.goto(path);
    const bare = await page.evaluate(() => {
      const edged = (element: Element) =>
        [null, "::before"].some((part) => {
          const { borderTopWidth, borderTopStyle } = getComputedStyle(element, part);
          return borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) > 0;
        });
      return [
        ...document.querySelectorAll(
          ".button, .card, .free-storage, .promise, .coupon, .dark-section, .service-list > li",
        ),
      ]
        .filter((element) => element.checkVisibility() && !edged(element))
        .map(({ className }) => className);
    });
    expect(bare, path).toEqual([]);
  }
  await page.goto("/contact");
  await expect(page.getByRole("combobox"), "a list has its arrow").toHaveCSS("appearance", "auto");
  const bars = page.getByRole("contentinfo").locator(".barcode > path");
  const ink = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "CanvasText";
    return getComputedStyle(probe).color;
  });
  await expect(bars).toHaveCSS("fill", ink);
  await page.goto("/contact");
  await expect(page.getByText(/^(Open|Closed) now$/)).toBeVisible();
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.locator(".form-field[data-wrong]").first()).toHaveCSS(
    "border-top-width",
    "4px",
  );
  await expect(page.locator(".form-field:not([data-wrong])").first()).toHaveCSS(
    "border-top-width",
    "1px",
  );
});
