import type { Page } from "@playwright/test";
import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { giveRightsBack, pressTwice, takeRightsAway } from "../steps.ts";
import { type Manager, managerScreen, NAMES, storedItems, storedNames } from "./managers.ts";

const [alpha, bravo, charlie] = NAMES;

/** A list's bulk actions, as a person uses them. */
export function manyScreen(page: Page, { items, called }: Pick<Manager, "items" | "called">) {
  const bar = page.getByRole("region", { name: `Selected ${items}` });
  const question = page.getByRole("alertdialog");
  return {
    bar,
    question,
    box: (name: string) => page.getByRole("checkbox", { name: `Select ${called(name)}` }),
    all: page.getByRole("checkbox", { name: "Select all on this page" }),
    press: (name: string) => bar.getByRole("button", { name, exact: true }).click(),
    async remove(count: number) {
      await this.press("Delete");
      await expect(question).toHaveAccessibleName(`Delete ${count} ${items}?`);
      await expect(question).toContainText(/Undo brings them back|restore them from History/);
      await question.getByRole("button", { name: "Delete" }).click();
      await expect(question).toBeHidden();
    },
  };
}

/** Several items at once. All lists share this code; for a file that has `engineJourneys`. */
export function manyJourneys(manager: Manager) {
  const { items, table } = manager;
  /** A dialog that says "cannot be undone" is followed by no Undo. */
  const final = manager.question.text.includes("cannot be undone");

  test("several items are hidden, shown and deleted by one call each, with one Undo", async ({
    page,
    site,
    expectAccessible,
  }) => {
    const screen = managerScreen(page, manager);
    const many = manyScreen(page, manager);
    const before = await storedItems(site, manager);
    const calls: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET" && request.url().includes(`/rest/v1/${table}?`))
        calls.push(request.method());
    });
    const active = async () => (await storedItems(site, manager)).map((row) => row.is_active);
    await screen.open();
    await expect(screen.headings).toHaveText([...NAMES]);
    const top = async () => (await screen.headings.first().boundingBox())?.y;
    const placed = await top();
    await many.box(alpha).check();
    await many.box(charlie).check();
    await expect(many.bar.getByText(`2 ${items} selected`)).toBeVisible();
    expect(await top(), "the rows stay in their places").toBe(placed);
    await expect(many.all).toHaveJSProperty("indeterminate", true);
    await inspect(page, `${table}-selected`, expectAccessible);

    await pressTwice(many.bar.getByRole("button", { name: "Hide" }));
    await expect(screen.toast(`2 ${items} hidden`)).toBeVisible();
    await expect(many.bar).toBeHidden();
    await expect(page.getByRole("main")).toBeFocused();
    expect(await active()).toEqual([false, true, false]);
    await screen.visitorsRead(charlie, { not: true });
    await screen.undo(`2 ${items} hidden`).click();
    await expect(screen.toast(`2 ${items} shown`)).toBeVisible();
    expect(await active()).toEqual([true, true, true]);
    await site.sql`update ${site.sql(table)} set is_active = false
      where ${site.sql(manager.column)} <> ${bravo}`;
    await screen.open();
    await many.all.check();
    await many.press("Show");
    await expect(screen.toast(`2 ${items} shown`)).toBeVisible();
    expect(await active()).toEqual([true, true, true]);

    await many.all.check();
    await many.press("Delete");
    for (const name of NAMES) await expect(many.question.getByText(name)).toBeVisible();
    await many.question.getByRole("button", { name: "Cancel" }).click();
    await expect(many.bar.getByText(`3 ${items} selected`)).toBeVisible();
    await many.remove(3);
    await expect(screen.toast(`3 ${items} deleted`)).toBeVisible();
    await expect(page.getByText(manager.empty)).toBeVisible();
    expect(await storedItems(site, manager)).toHaveLength(0);
    expect(calls).toEqual(["PATCH", "PATCH", "PATCH", "DELETE"]);
    if (final) {
      await expect(screen.undo(`3 ${items} deleted`)).toHaveCount(0);
      return;
    }
    await screen.undo(`3 ${items} deleted`).click();
    await expect(screen.toast(`3 ${items} restored`)).toBeVisible();
    await expect(screen.headings).toHaveText([...NAMES]);
    const withoutVersion = (rows: Record<string, unknown>[]) =>
      rows.map((row) => ({ ...row, updated_at: null }));
    expect(withoutVersion(await storedItems(site, manager))).toEqual(withoutVersion(before));
  });

  test("selects a range with Shift, and clears with Escape", async ({ page }) => {
    const screen = managerScreen(page, manager);
    const many = manyScreen(page, manager);
    await screen.open();
    await many.box(alpha).check();
    await many.box(charlie).click({ modifiers: ["Shift"] });
    await expect(many.bar.getByText(`3 ${items} selected`)).toBeVisible();
    await expect(many.all).toBeChecked();
    await many.box(bravo).focus();
    await page.keyboard.press("Space");
    await expect(many.bar.getByText(`2 ${items} selected`)).toBeVisible();

    const search = page.getByRole("searchbox", { name: manager.search });
    await search.fill("ALPHA");
    await expect(screen.headings).toHaveText([alpha]);
    await expect(many.bar.getByText(/^1 .+ selected$/)).toBeVisible();
    await search.fill("");
    await expect(screen.headings).toHaveText([...NAMES]);
    await expect(many.box(alpha)).toBeChecked();
    await expect(many.box(charlie)).not.toBeChecked();

    // In a field or a dialog, the key has another meaning.
    await page.keyboard.press("Escape");
    await expect(many.bar).toBeVisible();
    await screen.edit(alpha);
    await page.keyboard.press("Escape");
    await expect(screen.dialog).toBeHidden();
    await expect(many.bar).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(many.bar).toBeHidden();

    // Deleting a single one uses the words of a single delete.
    await many.box(alpha).check();
    if (manager.question.by === "browser") {
      page.once("dialog", (asked) => {
        expect(asked.message()).toBe(manager.question.text);
        void asked.dismiss();
      });
      await many.press("Delete");
    } else {
      await many.press("Delete");
      await expect(many.question).toContainText(manager.question.text);
      await many.question.getByRole("button", { name: "Cancel" }).click();
    }
    await many.press("Clear");
    await expect(many.bar).toBeHidden();
    await expect(page.getByRole("main")).toBeFocused();
  });

  test("reports several items that failed, with the reason", async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/ERR_FAILED|status of 403/);
    const screen = managerScreen(page, manager);
    const many = manyScreen(page, manager);
    const remove = (...names: string[]) => site.sql`delete from ${site.sql(table)}
      where ${site.sql(manager.column)} = any (${names})`;
    await screen.open();
    await many.all.check();
    await page.route(new RegExp(`/rest/v1/${table}\\?`), (route) =>
      route.request().method() === "GET" ? route.continue() : route.abort(),
    );
    await many.remove(3);
    await expect(screen.toast(`Failed to delete 3 ${items}`)).toBeVisible();
    await many.press("Hide");
    await expect(screen.toast(`Failed to update 3 ${items}`)).toBeVisible();
    await expect(many.bar.getByText(`3 ${items} selected`)).toBeVisible();
    expect(await storedNames(site, manager)).toEqual([...NAMES]);
    await page.unroute(new RegExp(`/rest/v1/${table}\\?`));

    // Another tab deletes one of them.
    await remove(alpha);
    await many.remove(3);
    await expect(screen.toast(`2 of 3 ${items} deleted`)).toBeVisible();
    await expect(screen.toast("Someone else already deleted the rest")).toBeVisible();
    await expect(page.getByText(manager.empty)).toBeVisible();
    if (final) return;
    await takeRightsAway(site, page);
    try {
      await screen.undo(`2 of 3 ${items} deleted`).click();
      await expect(screen.toast(`Failed to restore 2 ${items}`)).toBeVisible();
    } finally {
      await giveRightsBack(site);
    }
    expect(await storedNames(site, manager)).toEqual([]);
  });
}
