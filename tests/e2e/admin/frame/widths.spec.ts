import type { Page } from "@playwright/test";
import { resources } from "#app/features/resources-on-disk.ts";
import { picture } from "#tests/support/samples/png.ts";
import type { Site } from "#tests/support/site.ts";
import { UNBROKEN, WORDS } from "#tests/tables/facts.ts";
import { listFactsOf, tables } from "#tests/tables/index.ts";
import { expect, settled, test } from "../../fixture.ts";
import { add, SCREEN as SUBMISSIONS } from "../inbox/submission-steps.ts";
import { toasts } from "../steps.ts";

/** Phones, tablets, and widths where the sidebar leaves little room for a table. */
const WIDTHS = [375, 768, 1024, 1100, 1200, 1280, 1440];
/** Closer steps where a table switches from cards to columns: its minimum width is in between. */
const TABLE_WIDTHS = [...WIDTHS, ...Array.from(Array(12).keys(), (step) => 1210 + step * 10)];

/** Ordinary rows, with the first of each list as long as real entries get. */
async function fill(site: Site) {
  const { sql } = site;
  await sql`delete from contact_submissions`;
  await sql`
    insert into contact_submissions (name, email, business_name, monthly_volume, platforms, message,
      status, created_at, mail_status, mail_next_attempt_at, is_spam, spam_reason)
    select case when n % 5 = 1 then ${UNBROKEN} || n else 'Wren Castellane ' || n end,
      case when n % 5 = 1 then repeat('seller', 9) || n || '@fulfillment-of-the-lakes.example'
        else 'seller' || n || '@shop.example' end,
      case when n % 5 = 2 then repeat(${WORDS}, 3) else 'Duarte Ceramics' end, '501-1000',
      array['TikTok Shop', 'WooCommerce', 'Shopify', 'Amazon', repeat('Market', 8)], 'Hello.',
      (array['new', 'contacted', 'responded', 'closed'])[1 + n % 4], now() - n * interval '31 hours',
      case when n % 3 = 0 then 'failed' else 'sent' end, null, n % 7 = 0,
      case when n % 7 = 0 then 'too fast' end
    from generate_series(1, 30) as n`;
  await sql`insert into auth.users (id, aud, role, email, raw_user_meta_data, email_confirmed_at,
      created_at, last_sign_in_at)
    select gen_random_uuid(), 'authenticated', 'authenticated',
      case when n % 5 = 1 then repeat('someone', 8) || n || '@fulfillment-of-the-lakes.example'
        else 'staff' || n || '@shop.example' end,
      jsonb_build_object('full_name', case when n % 5 = 1 then ${UNBROKEN} || n else 'Ines Duarte' end),
      case when n % 2 = 0 then now() end, now() - n * interval '1 day',
      case when n % 3 = 0 then now() end
    from generate_series(1, 30) as n`;
  await sql`insert into media_library (filename, original_filename, file_path, file_size, mime_type, alt_text)
    select 'f' || n, case when n % 4 = 1 then ${UNBROKEN} || repeat('-' || n, 40) else repeat(${WORDS}, 2) || n end
        || '.png', 'uploads/f' || n, n * 77777,
      (array['image/png', 'video/mp4', 'audio/ogg', 'application/pdf'])[1 + n % 4],
      case when n % 3 = 0 then repeat(${WORDS}, 9) end
    from generate_series(1, 30) as n`;
  for (const { table } of resources) {
    await sql`delete from ${sql(table)}`;
    const { make } = tables[table];
    const { wide } = listFactsOf(table);
    for (const display_order of Array(6).keys())
      await sql`insert into ${sql(table)}
        ${sql({ ...make(), ...wide, is_active: display_order % 2 === 0, display_order })}`;
  }
}

/**
 * Runs in the page: finds controls that a person could not reach. Each must lie within the window,
 * and within every box around it that clips or scrolls; no list may hide a part of itself.
 * @param root selects the area to check
 */
function cutOff(root: string): string[] {
  const area = document.querySelector(root);
  if (!area) return [`no ${root}`];
  const named = (element: Element) =>
    `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40)}`;
  const shown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1;
  const found: string[] = [];
  const edges = new Map<Element, DOMRect | undefined>();
  /** The edges of a box that clips or scrolls, cached for everything in it. */
  const edgeOf = (box: Element) => {
    if (!edges.has(box)) {
      const isOpen = getComputedStyle(box).overflowX === "visible";
      edges.set(box, isOpen ? undefined : box.getBoundingClientRect());
    }
    return edges.get(box);
  };
  const controls = area.querySelectorAll("a, button, input, textarea, select, [role=combobox]");
  for (const control of controls) {
    if (!shown(control)) continue;
    const { left, right } = control.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) found.push(`${named(control)} outside the window`);
    for (let box = control.parentElement; box && box !== area; box = box.parentElement) {
      const edge = edgeOf(box);
      if (edge && (left < edge.left - 1 || right > edge.right + 1))
        found.push(`${named(control)} behind the edge of ${named(box)}`);
    }
  }
  for (const box of [area, ...area.querySelectorAll("*")])
    if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth)
      found.push(`${named(box)} hides ${box.scrollWidth - box.clientWidth} px`);
  return found.slice(0, 3);
}

async function expectNothingCut(page: Page, name: string, root: string) {
  const hasTable = (await page.getByRole("table").count()) > 0;
  for (const width of hasTable ? TABLE_WIDTHS : WIDTHS) {
    await page.setViewportSize({ width, height: width < 768 ? 812 : 900 });
    await page.evaluate(settled);
    expect.soft(await page.evaluate(cutOff, root), `${name} at ${width} px`).toEqual([]);
  }
}

test.beforeEach(async ({ page, signIn }) => {
  // The library's rows name files that were never uploaded.
  const { buffer } = await picture("any.png");
  await page.route("**/storage/v1/**", (route) =>
    route.fulfill({ body: buffer, contentType: "image/png" }),
  );
  await signIn();
});

test("nothing of any list is cut off, at any width", async ({ page, site }) => {
  test.slow();
  await fill(site);
  for (const [name, path] of [
    ["submissions", SUBMISSIONS],
    ["users", "/admin/users"],
    ["audit-log", "/admin/audit-log"],
    ["media", "/admin/media"],
    ["dashboard", "/admin/dashboard"],
    ["seo", "/admin/seo?tab=pages"],
    ...resources.map(({ table, path }) => [table, path] as const),
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("main").locator("li, tbody tr").first()).toBeVisible();
    await expect(page.getByRole("main").locator(".skeleton")).toHaveCount(0);
    await expectNothingCut(page, name, "main");
  }
});

test("nothing of a submission and its notes is cut off, at any width", async ({ page, site }) => {
  test.slow();
  const id = await add(site, {
    name: UNBROKEN,
    email: `${"seller".repeat(20)}@example.com`,
    platforms: ["Market".repeat(16), "Etsy"],
    message: UNBROKEN.repeat(20),
    mail_status: "failed",
  });
  await page.goto(`${SUBMISSIONS}?open=${id}`);
  for (const text of ["Called back.", UNBROKEN.repeat(10)]) {
    await page.getByLabel("Add a note").fill(text);
    await page.getByRole("button", { name: "Add note" }).click();
    await expect(
      page.getByRole("region", { name: "Conversation" }).getByRole("listitem").getByText(text),
    ).toBeVisible();
  }
  // It closes after a few seconds, perhaps before the note is in the list.
  await expect(toasts(page).getByRole("group")).toHaveCount(0);
  await expectNothingCut(page, "notes", "[data-reader]");
});
