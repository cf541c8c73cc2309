import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { actAfterSessionEnds, holdWrite, signInAgain } from "../steps.ts";
import { type Manager, managerScreen, NAMES, storedItems, storedNames } from "./managers.ts";

const [alpha] = NAMES;

/**
 * How every manager keeps typed text: when left midway, changed by someone else, or without a session. All
 * lists share the code, as with `engineJourneys`; for a file that has `managerJourneys`.
 */
export function typedJourneys(manager: Manager) {
  const { messages } = manager;

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

    const write = await holdWrite(page, manager.table);
    await screen.save();
    const saving = screen.dialog.getByRole("button", { name: /Saving/ });
    await expect(saving).toBeDisabled();
    await screen.nameField.press("Enter");
    await page.keyboard.press("Escape");
    await expect(screen.dialog).toBeVisible();
    write.goOn();
    await expect(screen.toast(messages.created)).toBeVisible();
    expect(await storedNames(site, manager)).toHaveLength(4);

    await screen.edit(alpha);
    await screen.nameField.fill("Never stored");
    await page.getByRole("button", { name: "Cancel" }).click();
    await question.getByRole("button", { name: "Discard changes" }).click();
    await expect(screen.dialog).toBeHidden();
    await expect(screen.headings.first()).not.toHaveText("Never stored");
  });

  test("merges others' edits, and asks about conflicts", async ({
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
    await expect(other.toast(messages.updated)).toBeVisible();
    await mine.save();
    await expect(mine.toast(messages.updated)).toBeVisible();
    await expect(mine.toast("Also kept from the saved version: Display order")).toBeVisible();
    await expect(mine.toast(/^Saved by admin@example.com on /)).toBeVisible();
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
      await expect(other.toast(messages.updated)).toBeVisible();
    };
    await theyWrite("My words", "Their words");
    await mine.save();
    const both = page.getByRole("dialog", {
      name: "This was changed while you were editing",
    });
    await expect(both).toContainText("Saved by admin@example.com on ");
    await expect(both.getByRole("heading", { level: 3 })).toHaveText([manager.label]);
    await expect(both).toContainText("My other words");
    await expect(both).toContainText("Their words");
    await inspect(page, `${manager.table}-stale`, expectAccessible);
    expect(await storedNames(site, manager)).toContain("Their words");
    await both.getByRole("button", { name: "Save your version" }).click();
    await expect(mine.toast(messages.updated)).toBeVisible();
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

  test("signs in again in place, and saves what waited", async ({
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
    await actAfterSessionEnds(site, screen.saveButton);
    await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
    await expectAccessible();
    await signInAgain(page);
    await expect(screen.toast(messages.created)).toBeVisible();
    await expect(screen.toast("Your unsaved text is saved now")).toBeVisible();
    await expect(screen.dialog).toBeHidden();
    expect(await storedNames(site, manager)).toContain("Delta pallet");
  });
}
