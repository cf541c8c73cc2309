import type { Dialog, Locator } from "@playwright/test";
import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { endSession, signInAgain } from "../steps.ts";
import { type Manager, managerScreen, NAMES, storedItems, storedNames } from "./managers.ts";

const [alpha, bravo, charlie] = NAMES;

/**
 * How every manager treats whoever uses it, whatever it lists: the code is one for all four, so two that
 * differ in all that it can be told are taken through it. For a file that has `managerJourneys`.
 */
export function engineJourneys(manager: Manager) {
  const { messages } = manager;
  /** A question that says there is no way back is followed by none. */
  const final = manager.question.text.includes("cannot be undone");

  test("with the keyboard alone: added, edited, moved, deleted, and never lost", async ({
    page,
    site,
  }) => {
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
    await expect(screen.told(messages.updated)).toBeVisible();
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
    await page.keyboard.press("F6");
    await tabTo(screen.undo(messages.deleted));
    await page.keyboard.press("Enter");
    await expect(screen.headings).toHaveText([bravo, charlie, renamed]);
    await expect(screen.handle(charlie)).toBeFocused();
  });

  test("a double press on delete and on undo does each once", async ({ page, site }) => {
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
      await pressed.dblclick();
      await expect(screen.told(messages.deleted)).toBeVisible();
      page.off("dialog", accept);
      expect(asked).toEqual([manager.question.text]);
    } else {
      await pressed.dblclick();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).dblclick();
      await expect(screen.told(messages.deleted)).toBeVisible();
      await expect(page).not.toHaveURL(/asking=/);
    }
    expect(await storedNames(site, manager)).toEqual([bravo, charlie]);
    if (final) return;
    await page.getByRole("button", { name: "Undo" }).dblclick();
    await expect(screen.told("Deleted item restored")).toBeVisible();
    await expect(screen.headings).toHaveText([...NAMES]);
    await expect(page.getByText(/^Failed/)).toHaveCount(0);
  });

  test("a link to an item that is gone says so; one saved after its deletion keeps its text", async ({
    page,
    site,
  }) => {
    const screen = managerScreen(page, manager);
    await page.goto(`${manager.path}?edit=00000000-0000-4000-8000-000000000000`);
    await expect(screen.told("This can't be opened")).toBeVisible();
    await expect(screen.told("It no longer exists")).toBeVisible();
    await expect(page).not.toHaveURL(/edit=/);

    await screen.edit(alpha);
    await screen.nameField.fill("Too late");
    await site.sql`delete from ${site.sql(manager.table)}
      where ${site.sql(manager.column)} = ${alpha}`;
    await screen.save();
    await expect(screen.dialog.getByRole("alert")).toContainText(
      "Someone else deleted it meanwhile",
    );
    await expect(screen.nameField).toHaveValue("Too late");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard changes" }).click();
    await expect(screen.headings).toHaveText([bravo, charlie]);
  });

  test("the display order field moves an item, and a blank one means 0", async ({ page, site }) => {
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
  });

  test("typed text is not thrown away unasked, and a double press stores one row", async ({
    page,
    site,
    expectAccessible,
  }) => {
    const screen = managerScreen(page, manager);
    await screen.open();
    await screen.add();
    await expect(screen.dialog.getByRole("textbox").first()).toBeFocused();
    await screen.fill("Delta pallet");
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await expect(question).toBeVisible();
    await expectAccessible();
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(screen.nameField).toHaveValue("Delta pallet");
    await page.goBack();
    await question.getByRole("button", { name: "Keep editing" }).click();

    const held = Promise.withResolvers<void>();
    await page.route(new RegExp(`/rest/v1/${manager.table}\\b`), async (route) => {
      if (route.request().method() === "POST") await held.promise;
      await route.continue();
    });
    await screen.save();
    const saving = screen.dialog.getByRole("button", { name: /Saving/ });
    await expect(saving).toBeDisabled();
    await screen.nameField.press("Enter");
    await page.keyboard.press("Escape");
    await expect(screen.dialog).toBeVisible();
    held.resolve();
    await expect(screen.told(messages.created)).toBeVisible();
    expect(await storedNames(site, manager)).toHaveLength(4);

    await screen.edit(alpha);
    await screen.nameField.fill("Never stored");
    await page.getByRole("button", { name: "Cancel" }).click();
    await question.getByRole("button", { name: "Discard changes" }).click();
    await expect(screen.dialog).toBeHidden();
    await expect(screen.headings.first()).not.toHaveText("Never stored");
  });

  test("what someone else changed meanwhile is merged; what both changed is asked about", async ({
    page,
    anotherBrowser,
    site,
    signIn,
    expectAccessible,
  }) => {
    test.slow();
    const theirs = await (await anotherBrowser()).newPage();
    await signIn("admin", theirs);
    const mine = managerScreen(page, manager);
    const other = managerScreen(theirs, manager);
    await mine.open();
    await mine.edit(alpha);
    await mine.nameField.fill("My words");
    await other.open();
    await other.edit(alpha);
    await other.dialog.getByLabel("Display order").fill("17");
    await other.save();
    await expect(other.told(messages.updated)).toBeVisible();
    await mine.save();
    await expect(mine.told(messages.updated)).toBeVisible();
    await expect(mine.told("Also taken over: Display order")).toBeVisible();
    await expect(mine.told(/^Saved by admin@example.com on /)).toBeVisible();
    expect((await storedItems(site, manager)).at(-1)).toMatchObject({
      [manager.column]: "My words",
      display_order: 17,
    });

    await mine.edit("My words");
    await mine.nameField.fill("My other words");
    const theyWrite = async (from: string, to: string) => {
      await other.open();
      await other.edit(from);
      await other.nameField.fill(to);
      await other.save();
      await expect(other.told(messages.updated)).toBeVisible();
    };
    await theyWrite("My words", "Their words");
    await mine.save();
    const both = page.getByRole("dialog", { name: "Someone else changed this meanwhile" });
    await expect(both).toContainText("Saved by admin@example.com on ");
    await expect(both.getByRole("heading", { level: 3 })).toHaveText([manager.label]);
    await expect(both).toContainText("My other words");
    await expect(both).toContainText("Their words");
    await inspect(page, `${manager.table}-stale`, expectAccessible);
    expect(await storedNames(site, manager)).toContain("Their words");
    await both.getByRole("button", { name: "Save your version" }).click();
    await expect(mine.told(messages.updated)).toBeVisible();
    await expect.poll(() => storedNames(site, manager)).toContain("My other words");

    await mine.edit("My other words");
    await mine.nameField.fill("Mine again");
    await theyWrite("My other words", "Theirs again");
    await mine.save();
    await both.getByRole("button", { name: "Use the saved version" }).click();
    await expect(mine.nameField).toHaveValue("Theirs again");
    await page.keyboard.press("Escape");
    await expect(mine.dialog).toBeHidden();
    expect(await storedNames(site, manager)).toContain("Theirs again");
  });

  test("a session that ends in the middle is renewed in place, and what waited is saved by itself", async ({
    page,
    site,
    expectAccessible,
    expectConsole,
  }) => {
    expectConsole(/status of 40[01]/);
    const screen = managerScreen(page, manager);
    await screen.open();
    await screen.add();
    await screen.fill("Delta pallet");
    await endSession(page, site);
    await screen.save();
    await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
    await expectAccessible();
    await signInAgain(page);
    await expect(screen.told(messages.created)).toBeVisible();
    await expect(screen.told("The text that waited is saved now")).toBeVisible();
    await expect(screen.dialog).toBeHidden();
    expect(await storedNames(site, manager)).toContain("Delta pallet");
  });
}
