import type { Locator } from "@playwright/test";
import { expect, test } from "../../fixture.ts";
import { manyScreen } from "../lists/many-journeys.ts";
import { toasts } from "../steps.ts";
import { bar, begin, onItsOwn, setRate, state } from "./set-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from change_sets`;
  await signIn();
});

test("saves several items into the set, with Undo", async ({ page, site }) => {
  await onItsOwn(site, async () => {
    const live = () => site.sql`select service_name, is_active from pricing_items order by 1`;
    const asItWas = await live();
    const inSet = () => site.sql`select operation, prepared from change_set_items order by 1`;
    const many = manyScreen(page, { items: "pricing items", called: (name) => name });
    const undo = (words: string) =>
      toasts(page)
        .getByRole("group")
        .filter({ hasText: words })
        .getByRole("button", { name: "Undo" })
        .click();
    await page.goto("/admin/pricing");
    await begin(page);
    await many.all.check();
    await many.press("Hide");
    await expect(toasts(page).getByText("2 pricing items hidden")).toBeVisible();
    await expect(
      toasts(page).getByText("Saved to Black Friday. Not visible to visitors yet."),
    ).toBeVisible();
    await expect(state(page)).toContainText("2 changes in Black Friday");
    const hidden = { operation: "UPDATE", prepared: { is_active: false } };
    expect(await inSet()).toEqual([hidden, hidden]);
    await undo("2 pricing items hidden");
    await expect(toasts(page).getByText("2 pricing items shown")).toBeVisible();
    await expect(page.getByRole("switch", { checked: true })).toHaveCount(2);

    await many.all.check();
    await many.remove(2);
    await expect(toasts(page).getByText("2 pricing items deleted")).toBeVisible();
    await expect(state(page)).toContainText("2 changes in Black Friday");
    const deleted = { operation: "DELETE", prepared: {} };
    expect(await inSet()).toEqual([deleted, deleted]);
    await expect(page.getByText("No pricing items yet")).toBeVisible();
    expect(await live()).toEqual(asItWas);
    // A message under the pointer stays, however long the review takes.
    await toasts(page).getByText("2 pricing items deleted").hover();
    await bar(page).getByRole("button", { name: "Review", exact: true }).press("Enter");
    const review = page.getByRole("dialog", { name: "Review of Black Friday" });
    await expect(review.getByRole("listitem")).toHaveCount(2);
    await page.keyboard.press("Escape");
    await undo("2 pricing items deleted");
    await expect(toasts(page).getByText("2 pricing items restored")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(2);
    expect(await live()).toEqual(asItWas);
  });
});

test("says whether a set turns a switch on or off", async ({ page, site }) => {
  await onItsOwn(site, async () => {
    await page.goto("/admin/pricing");
    await begin(page);
    const row = page.getByRole("listitem").filter({ hasText: "$3 each" });
    await row.getByRole("switch").click();
    await expect(row).toContainText("Changed in Black Friday: Active turned off");
    await expect(row.getByText("Inactive", { exact: true })).toBeVisible();
    await site.sql`update pricing_items set is_active = false where service_name = 'Storage'`;
    await page.reload();
    const hidden = page.getByRole("listitem").filter({ hasText: "$20 a pallet" });
    await hidden.getByRole("switch").click();
    await expect(hidden).toContainText("Changed in Black Friday: Active turned on");
    await expect(hidden.getByText("Inactive", { exact: true })).toBeHidden();
  });
});

test("marks a changed row of a long list, without moving its parts on a phone", async ({
  page,
  site,
}) => {
  await onItsOwn(site, async () => {
    await site.sql`insert into pricing_items (service_name, rate, display_order)
      select 'Service ' || n, '$' || n, n from generate_series(2, 12) n`;
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto("/admin/pricing");
    await begin(page);
    await setRate(page, "Returns", "$4 each", "1 change in Black Friday");
    const row = page.getByRole("row").filter({ hasText: "$4 each" });
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    const name = await topOf(row.getByRole("heading", { name: "Returns" }));
    const mark = await topOf(row.getByText("Changed in Black Friday: Rate"));
    const toggle = await topOf(row.getByRole("switch"));
    const box = await topOf(row.getByRole("checkbox"));
    expect(name).toBeLessThan(toggle);
    expect(box).toBeLessThan(toggle);
    expect(toggle).toBeLessThan(mark);
  });
});
