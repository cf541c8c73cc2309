import { DAY, fromNow } from "#tests/support/clock.ts";
import { expect, PHONE, settled, test } from "../../fixture.ts";
import { choose } from "../steps.ts";
import { add, addMany, link, reader, SCREEN } from "./submission-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await signIn();
});

/** Runs in the page: content of a row that overlaps the next column. */
const overColumns = () =>
  Array.from(document.querySelectorAll("tbody td, thead th")).flatMap((cell) => {
    const { right } = cell.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(cell);
    return Array.from(range.getClientRects()).some((part) => part.right > right + 1)
      ? [`${cell.className}: ${cell.textContent}`]
      : [];
  });

test("platforms and badges keep to their columns, at every width", async ({ page, site }) => {
  const platforms = ["WooCommerce", "BigCommerce", "TikTok Shop"];
  await add(site, { platforms, mail_status: "failed", monthly_volume: "10,001-50,000" });
  await add(site, { name: "Theo Marsh", status: "responded" });
  const created_at = fromNow(-4 * DAY).toISOString();
  await add(site, { name: "Ines Duarte", created_at });
  await page.goto(SCREEN);
  await expect(link(page, "Ana Ruiz")).toBeVisible();
  for (const width of [375, 640, 720, 760, 1024, 1100, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(settled);
    expect.soft(await page.evaluate(overColumns), `${width} px`).toEqual([]);
  }
  // Words stay whole where the table has columns.
  await page.setViewportSize({ width: 1024, height: 900 });
  const name = page.getByText("WooCommerce", { exact: true });
  const { cut, lines } = await name.evaluate((element) => ({
    cut: element.scrollHeight > element.clientHeight + 1,
    lines: element.getClientRects().length,
  }));
  expect({ cut, lines }).toEqual({ cut: false, lines: 1 });
  const status = page.getByRole("combobox", { name: "Status of Theo Marsh: Responded" });
  const isCut = (element: Element) =>
    [element, ...element.querySelectorAll("*")].some((one) => one.scrollWidth > one.clientWidth);
  await expect(status).toBeVisible();
  expect(await status.evaluate(isCut)).toBe(false);
  const due = page
    .getByRole("row")
    .filter({ hasText: "Ines Duarte" })
    .getByText(/^overdue since/);
  expect((await due.boundingBox())?.height).toBeLessThan(3 * 14);
});

test("the search box stays in place when the number of held leads arrives", async ({
  page,
  site,
}) => {
  await add(site, { name: "Theo Marsh" });
  await add(site, { name: "Cheap Links", is_spam: true, spam_reason: "trap filled" });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/rpc/lead_list", async (route) => {
    await promise;
    await route.continue();
  });
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto(SCREEN);
  const search = page.getByRole("searchbox", { name: "Search leads" });
  await expect(search).toBeVisible();
  const before = await search.boundingBox();
  resolve();
  await expect(page.getByText("1 held as spam.")).toBeVisible();
  await expect(link(page, "Theo Marsh")).toBeVisible();
  expect(await search.boundingBox()).toEqual(before);
});

test("breaks an email address only before its @ and its dots", async ({ page, site }) => {
  const email = "wren.castellane.orders@duarteceramics.halfmoon.example";
  await add(site, { email, business_name: null });
  await add(site, { name: "Owen Fraser", email: "owen@highlandwool.com" });
  /** The parts of each visible address, and how many lines each takes. */
  const brokenPieces = () =>
    page.getByRole("main").evaluate((main) => {
      const pieces: { text: string; lines: number }[] = [];
      const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { data: text, parentElement } = texts.currentNode as Text;
        if (!/^[.@]?(wren|castellane|orders|duarteceramics|halfmoon|example)$/.test(text)) continue;
        if (!parentElement?.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const tops = Array.from(range.getClientRects(), ({ top }) => top);
        pieces.push({ text, lines: new Set(tops).size });
      }
      return { shown: pieces.length > 0, broken: pieces.filter(({ lines }) => lines > 1) };
    });
  await page.goto(SCREEN);
  for (const width of [375, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(link(page, "Ana Ruiz")).toBeVisible();
    expect(await brokenPieces(), `${width} px`).toEqual({ shown: true, broken: [] });
  }
  await page.setViewportSize(PHONE);
  const short = await page.getByText("owen@highlandwool.com").boundingBox();
  expect(short?.height).toBeLessThan(2 * 17);
  // The names of filters are whole, too.
  const isCut = await page.getByRole("combobox", { name: "Show" }).evaluate((select) => {
    const { width } = select.getBoundingClientRect();
    select.style.width = "max-content";
    return select.getBoundingClientRect().width > width + 1;
  });
  expect(isCut).toBe(false);
});

test("ticking a row moves no row, and the bar leaves the last one in reach", async ({
  page,
  site,
}) => {
  await addMany(site, 25);
  await page.goto(SCREEN);
  const bar = page.getByRole("region", { name: "Selected leads" });
  for (const { width, height } of [{ width: 1024, height: 700 }, PHONE]) {
    await page.setViewportSize({ width, height });
    const first = page.locator("tbody tr").first();
    await expect(first).toBeVisible();
    const before = (await first.boundingBox())?.y;
    await page.getByRole("checkbox", { name: "Select Seller 1", exact: true }).check();
    await expect(bar).toBeInViewport({ ratio: 1 });
    expect((await first.boundingBox())?.y).toBe(before);
    const last = link(page, "Seller 25");
    await last.focus();
    await page.evaluate(settled);
    const top = (await bar.boundingBox())?.y ?? 0;
    const box = await last.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top);
    await bar.getByRole("button", { name: "Clear" }).click();
    await expect(bar).toBeHidden();
    await page.evaluate(() => window.scrollTo(0, 0));
  }
});

test("opens a lead by a tap anywhere on its row on a phone", async ({ page, site }) => {
  await add(site, { message: "We ship candles." });
  await page.setViewportSize(PHONE);
  await page.goto(SCREEN);
  const status = page.getByRole("combobox", { name: /^Status of Ana/ });
  await choose(status, "Contacted");
  await expect(status).toHaveAccessibleName("Status of Ana Ruiz: Contacted");
  await page.getByRole("checkbox", { name: "Select Ana Ruiz" }).check();
  await expect(page).not.toHaveURL(/open=/);
  const row = await page.locator("tbody tr").boundingBox();
  const words = await page.getByText("We ship candles.").boundingBox();
  await page.mouse.click((row?.x ?? 0) + (row?.width ?? 0) - 40, (words?.y ?? 0) + 4);
  await expect(page.getByRole("dialog", { name: "Ana Ruiz" })).toBeVisible();
});

test("Enter on a lead leads into the message, a click leaves the focus in the list", async ({
  page,
  site,
}) => {
  await addMany(site, 3);
  await page.goto(SCREEN);
  const title = (name: string) => reader(page, name).getByRole("heading", { name, level: 2 });
  await link(page, "Seller 1").press("Enter");
  await expect(title("Seller 1")).toBeFocused();
  // Back in the list, Enter opens the selected one too.
  await link(page, "Seller 1").focus();
  await page.keyboard.press("Enter");
  await expect(title("Seller 1")).toBeFocused();
  // Moving on from the message keeps the focus there; a screen reader announces the new title.
  await page.keyboard.press("j");
  await expect(title("Seller 2")).toBeFocused();
  await expect(title("Seller 2")).toHaveAttribute("aria-live", "polite");
  await link(page, "Seller 3").click();
  await expect(title("Seller 3")).toBeVisible();
  await expect(title("Seller 3")).not.toBeFocused();
  await page.keyboard.press("Escape");
  await expect(reader(page, "Seller 3")).toBeHidden();
  await expect(link(page, "Seller 3")).toBeFocused();
});
