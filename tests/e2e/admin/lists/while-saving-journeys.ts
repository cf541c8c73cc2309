import type { Page } from "@playwright/test";
import { expect, settled, test } from "../../fixture.ts";
import { asksBeforeUnload, holdWrite } from "../steps.ts";
import { type Manager, managerScreen, NAMES, storedNames } from "./managers.ts";

const [alpha, bravo] = NAMES;

/** What a person does in a dialog, or after leaving it, while its save takes long; as `typedJourneys`. */
export function whileSavingJourneys(manager: Manager) {
  const { messages, table, column } = manager;

  /** Saves "Sent words", holds the write back, and types "Later words". */
  async function typeWhileSaving(page: Page, screen: ReturnType<typeof managerScreen>) {
    await screen.open();
    await screen.edit(alpha);
    await screen.nameField.fill("Sent words");
    const change = await holdWrite(page, table);
    await screen.save();
    await screen.nameField.fill("Later words");
    return change;
  }

  test("keeps what is typed while it saves", async ({ page, site, expectConsole }) => {
    expectConsole(/ERR_FAILED/);
    const screen = managerScreen(page, manager);
    const change = await typeWhileSaving(page, screen);
    change.goOn();
    await expect(screen.toast(messages.updated)).toBeVisible();
    await expect(screen.saveButton).toBeEnabled();
    await expect(screen.nameField).toHaveValue("Later words");
    await expect(screen.nameField).toBeFocused();
    expect(await storedNames(site, manager)).toContain("Sent words");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Keep editing" }).click();
    await screen.save();
    await expect(screen.dialog).toBeHidden();
    expect(await storedNames(site, manager)).toContain("Later words");

    await screen.add();
    await screen.fill("Sent pallet");
    const addition = await holdWrite(page, table);
    await screen.save();
    await screen.nameField.fill("Later pallet");
    addition.goOn();
    await expect(screen.toast(messages.created)).toBeVisible();
    const edit = page.getByRole("dialog", { name: manager.editTitle, exact: true });
    await expect(edit).toBeVisible();
    const call = `**/rest/v1/${table}?*`;
    await page.route(call, (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.fallback(),
    );
    await edit.getByRole("button", { name: "Save changes" }).click();
    await expect(edit.getByRole("alert")).toContainText(messages.updateFailed);
    await page.unroute(call);
    await edit.getByRole("button", { name: "Save changes" }).click();
    await expect(edit).toBeHidden();
    const names = await storedNames(site, manager);
    expect(names).toHaveLength(4);
    expect(names).toContain("Later pallet");
  });

  test("a conflict shows what was typed while it saved", async ({ page, site }) => {
    const screen = managerScreen(page, manager);
    const change = await typeWhileSaving(page, screen);
    await site.sql`update ${site.sql(table)} set ${site.sql({ [column]: "Their words" })}
      where ${site.sql(column)} = ${alpha}`;
    change.goOn();
    const both = page.getByRole("dialog", {
      name: "This was changed while you were editing",
    });
    await expect(both).toContainText("Later words");
    await both.getByRole("button", { name: "Save your version" }).click();
    await expect(screen.dialog).toBeHidden();
    expect(await storedNames(site, manager)).toContain("Later words");
  });

  test("does not retry a failed save after further typing", async ({ page, expectConsole }) => {
    expectConsole(/ERR_FAILED/);
    const screen = managerScreen(page, manager);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PATCH") sent.push(request.postDataJSON()[column]);
    });
    const change = await typeWhileSaving(page, screen);
    change.fail();
    await expect(screen.dialog.getByRole("alert")).toContainText(messages.updateFailed);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await screen.save();
    await expect(screen.dialog).toBeHidden();
    expect(sent).toEqual(["Sent words", "Later words"]);
  });

  test("a discarded save neither closes the next dialog nor is stored later", async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/ERR_FAILED/);
    const screen = managerScreen(page, manager);
    await screen.open();
    const discardWhileSaving = async (words: string) => {
      await screen.edit(alpha);
      await screen.nameField.fill(words);
      const write = await holdWrite(page, table);
      await screen.save();
      await write.asked();
      await page.goBack();
      await page.getByRole("button", { name: "Discard changes" }).click();
      await expect(screen.dialog).toBeHidden();
      return write;
    };
    /** The list is read again once the failure has been handled. */
    const readAgain = () =>
      page.waitForResponse(
        (answer) =>
          answer.request().method() === "GET" && answer.url().includes(`/rest/v1/${table}?`),
      );
    const failing = await discardWhileSaving("Failed words");
    const handled = readAgain();
    failing.fail();
    await handled;
    expect(await asksBeforeUnload(page), "something still waits to be saved").toBe(false);

    const stale = await discardWhileSaving("Stale words");
    await site.sql`update ${site.sql(table)} set display_order = 17
      where ${site.sql(column)} = ${alpha}`;
    stale.goOn();
    await expect(screen.headings.last()).toHaveText(alpha);

    const slow = await discardWhileSaving("Slow words");
    await screen.edit(bravo);
    await screen.nameField.fill("Bravo words");
    const next = await holdWrite(page, table);
    await screen.save();
    slow.goOn();
    await expect(page.getByText("Slow words")).toBeVisible();
    await page.evaluate(settled);
    await expect(screen.dialog.getByRole("button", { name: /Saving/ })).toBeVisible();
    next.goOn();
    await expect(screen.dialog).toBeHidden();
    expect(await storedNames(site, manager)).toEqual(
      expect.arrayContaining(["Slow words", "Bravo words"]),
    );
  });
}
