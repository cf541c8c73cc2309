import { expect, test } from "../../fixture.ts";
import { manyScreen } from "../lists/many-journeys.ts";
import { toasts } from "../steps.ts";
import { bar, begin, onItsOwn, state } from "./set-steps.ts";

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
