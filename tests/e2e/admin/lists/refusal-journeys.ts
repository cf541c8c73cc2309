import { expect, test } from "../../fixture.ts";
import { giveRightsBack, takeRightsAway } from "../steps.ts";
import { type Manager, managerScreen, NAMES, storedNames } from "./managers.ts";

const [alpha, bravo] = NAMES;

/** What a simple manager says when it can't do what it is told; a part of `managerJourneys`. */
export function refusalJourneys(manager: Manager) {
  const { messages } = manager;

  test("what is missing or too long is said at its field", async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/status of 400/);
    const screen = managerScreen(page, manager);
    await screen.open();
    await screen.add();
    const { blank, longest } = manager;
    if (Object.keys(blank).length > 0) {
      await screen.save();
      for (const [label, words] of Object.entries(blank)) {
        const field = screen.dialog.getByLabel(label, { exact: true });
        await expect(field).toHaveAttribute("aria-invalid", "true");
        await expect(field).toHaveAccessibleDescription(new RegExp(words));
      }
      await expect(
        screen.dialog.getByLabel(Object.keys(blank)[0] ?? "", { exact: true }),
      ).toBeFocused();
    }
    await screen.fill("x".repeat(longest.characters + 1));
    await screen.save();
    await expect(screen.nameField).toHaveAccessibleDescription(new RegExp(longest.refusal));
    await expect(screen.nameField).toBeFocused();
    await expect(screen.dialog.getByRole("alert")).toContainText(messages.createFailed);
    expect(await storedNames(site, manager)).toEqual([...NAMES]);
  });

  test("a list that can't be read can be tried again, and is searched", async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/ERR_FAILED/);
    const screen = managerScreen(page, manager);
    const rows = new RegExp(`/rest/v1/${manager.table}\\?`);
    const held = Promise.withResolvers<void>();
    await page.route(rows, async (route) => {
      await held.promise;
      await route.abort();
    });
    await screen.open();
    await expect(page.getByRole("status").filter({ hasText: "Loading…" })).toBeVisible();
    held.resolve();
    await expect(page.getByRole("alert").getByText(messages.loadFailed)).toBeVisible();
    await page.unroute(rows);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(screen.headings).toHaveText([...NAMES]);
    await page.getByRole("searchbox", { name: manager.search }).fill("NOTHING like it");
    await expect(page.getByText("Nothing matches")).toBeVisible();
    await page.getByRole("searchbox", { name: manager.search }).fill("BRAVO");
    await expect(screen.headings).toHaveText([bravo]);
  });

  test("who is no admin any more is refused in words, and the list is as it was", async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/status of 403/);
    const screen = managerScreen(page, manager);
    await screen.open();
    await screen.edit(alpha);
    await screen.nameField.fill("Refused pallet");
    await takeRightsAway(site);
    try {
      await screen.save();
      await expect(screen.dialog.getByRole("alert")).toContainText(messages.updateFailed);
      await expect(screen.dialog.getByRole("alert")).toContainText(
        "You no longer have admin rights",
      );
      await expect(screen.nameField).toHaveValue("Refused pallet");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Discard changes" }).click();

      await screen.remove(bravo, true);
      await expect(screen.told(messages.deleteFailed)).toBeVisible();
      await expect(page.getByRole("article").filter({ hasText: bravo })).toBeVisible();

      await screen.moveOn(alpha);
      await expect(screen.told("Failed to change the order")).toBeVisible();
      await expect(screen.headings).toHaveText([...NAMES]);
      expect(await storedNames(site, manager)).toEqual([...NAMES]);

      await screen.add();
      await screen.fill("Refused pallet");
      await screen.save();
      await expect(screen.dialog.getByRole("alert")).toContainText(messages.createFailed);
    } finally {
      await giveRightsBack(site);
    }
  });
}
