import type { Dialog, Locator } from "@playwright/test";
import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { type Manager, managerScreen, NAMES, storedItems, storedNames } from "./managers.ts";
import { manyJourneys } from "./many-journeys.ts";
import { refusalJourneys } from "./refusal-journeys.ts";

const [alpha, bravo, charlie] = NAMES;

/**
 * How every manager behaves, whatever it lists. All of them share the code, so only two that differ in every
 * setting are tested. For a file that has `managerJourneys`.
 */
export function engineJourneys(manager: Manager) {
  const { messages } = manager;
  /** A dialog that says "cannot be undone" is followed by no Undo. */
  const final = manager.question.text.includes("cannot be undone");

  refusalJourneys(manager);
  manyJourneys(manager);

  test("adds, edits, moves and deletes by keyboard", async ({ page, site }) => {
    const screen = managerScreen(page, manager);
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const called = manager.called;
    const tabTo = async (target: Locator) => {
      for (let steps = 0; steps < 60; steps += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press("Tab");
      }
      await expect(target).toBeFocused();
    };
    await screen.open();
    await expect(screen.headings).toHaveText([...NAMES]);
    await page.getByRole("main").focus();
    await tabTo(button(manager.add));
    await page.keyboard.press("Enter");
    await tabTo(screen.nameField);
    await page.keyboard.press("Escape");
    await expect(screen.dialog).toBeHidden();
    await expect(button(manager.add)).toBeFocused();

    await tabTo(button(`Edit ${called(alpha)}`));
    await page.keyboard.press("Enter");
    await tabTo(screen.nameField);
    await page.keyboard.type(" of crates");
    await page.keyboard.press("Enter");
    await expect(screen.toast(messages.updated)).toBeVisible();
    const renamed =
      (await storedNames(site, manager)).find((name) => name.includes("crates")) ?? "";
    await expect(button(`Edit ${called(renamed)}`)).toBeFocused();

    await page.keyboard.press("Shift+Tab");
    if (!(await screen.handle(renamed).evaluate((it) => it === document.activeElement)))
      await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("End");
    await page.keyboard.press("Space");
    await expect.poll(() => storedNames(site, manager)).toEqual([bravo, charlie, renamed]);
    await expect(screen.handle(renamed)).toBeFocused();

    await button(`Delete ${called(bravo)}`).focus();
    if (manager.question.by === "browser") page.once("dialog", (asked) => void asked.accept());
    await page.keyboard.press("Enter");
    if (manager.question.by === "dialog") {
      const asked = page.getByRole("alertdialog");
      await expect(asked.getByRole("button", { name: "Cancel" })).toBeFocused();
      await tabTo(asked.getByRole("button", { name: "Delete" }));
      await page.keyboard.press("Enter");
    }
    await expect(screen.headings).toHaveText([charlie, renamed]);
    await expect(screen.handle(charlie)).toBeFocused();
    if (final) return;
    await expect(screen.undo(messages.deleted)).toBeVisible();
    await page.keyboard.press("F6");
    await tabTo(screen.undo(messages.deleted));
    await page.keyboard.press("Enter");
    await expect(screen.headings).toHaveText([bravo, charlie, renamed]);
    await expect(screen.handle(charlie)).toBeFocused();
  });

  test("deletes and undoes once for double presses", async ({ page, site }) => {
    const screen = managerScreen(page, manager);
    const called = manager.called;
    await screen.open();
    const pressed = page.getByRole("button", { name: `Delete ${called(alpha)}` });
    if (manager.question.by === "browser") {
      const asked: string[] = [];
      const accept = (question: Dialog) => {
        asked.push(question.message());
        void question.accept();
      };
      page.on("dialog", accept);
      // Not twice: the browser's question takes the second press of a person, but not that of a test.
      await pressed.click();
      await expect(screen.toast(messages.deleted)).toBeVisible();
      page.off("dialog", accept);
      expect(asked).toEqual([manager.question.text]);
    } else {
      await pressed.dblclick();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).dblclick();
      await expect(screen.toast(messages.deleted)).toBeVisible();
      await expect(page).not.toHaveURL(/asking=/);
    }
    expect(await storedNames(site, manager)).toEqual([bravo, charlie]);
    if (final) return;
    await page.getByRole("button", { name: "Undo" }).dblclick();
    await expect(screen.toast("Deleted item restored")).toBeVisible();
    await expect(screen.headings).toHaveText([...NAMES]);
    await expect(page.getByText(/^Failed/)).toHaveCount(0);
  });

  test("explains a link to a deleted item, and keeps unsaved text", async ({ page, site }) => {
    const screen = managerScreen(page, manager);
    await page.goto(`${manager.path}?edit=00000000-0000-4000-8000-000000000000`);
    await expect(screen.toast("This can't be opened")).toBeVisible();
    await expect(screen.toast("It no longer exists")).toBeVisible();
    await expect(page).not.toHaveURL(/edit=/);

    await screen.edit(alpha);
    await screen.nameField.fill("Too late");
    await site.sql`delete from ${site.sql(manager.table)}
      where ${site.sql(manager.column)} = ${alpha}`;
    await screen.save();
    await expect(screen.dialog.getByRole("alert")).toContainText("Someone else just deleted it");
    await expect(screen.nameField).toHaveValue("Too late");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard changes" }).click();
    await expect(screen.headings).toHaveText([bravo, charlie]);
  });

  test("the display order field moves an item, and a blank one means 0; its form and an empty list are accessible", async ({
    page,
    site,
    expectAccessible,
  }) => {
    const screen = managerScreen(page, manager);
    await screen.open();
    await screen.edit(charlie);
    const order = screen.dialog.getByLabel("Display order");
    await order.fill("-1");
    await screen.save();
    await expect(screen.dialog.getByText("Display order must be 0 or more")).toBeVisible();
    await expect(order).toBeFocused();
    await order.fill("");
    await screen.save();
    await expect(screen.dialog).toBeHidden();
    await expect(screen.headings).toHaveText([charlie, alpha, bravo]);
    expect((await storedItems(site, manager))[0]).toMatchObject({ display_order: 0 });
    await expect(page).not.toHaveURL(/edit=/);

    await screen.edit(alpha);
    await inspect(page, `${manager.table}-edit`, expectAccessible);
    await site.sql`delete from ${site.sql(manager.table)}`;
    await screen.open();
    await expect(page.getByText(manager.empty)).toBeVisible();
    await inspect(page, `${manager.table}-empty`, expectAccessible);
  });
}
