import { expect, test } from "../../fixture.ts";
import { giveRightsBack, takeRightsAway } from "../steps.ts";
import { type Manager, managerScreen, NAMES, storedNames } from "./managers.ts";

const [alpha, bravo] = NAMES;

/** What every manager shows when an action fails; part of `engineJourneys`. */
export function refusalJourneys(manager: Manager) {
  const { messages } = manager;

  test("retries a failed list, and shows an empty search", async ({ page, expectConsole }) => {
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
    await expect(page.getByText("No matches")).toBeVisible();
  });

  test("refuses a former admin, and keeps the list", async ({ page, site, expectConsole }) => {
    expectConsole(/status of 403/);
    const screen = managerScreen(page, manager);
    await screen.open();
    await screen.edit(alpha);
    await screen.nameField.fill("Refused pallet");
    await takeRightsAway(site, page);
    try {
      await screen.save();
      await expect(screen.dialog.getByRole("alert")).toContainText(messages.updateFailed);
      await expect(screen.dialog.getByRole("alert")).toContainText("You no longer have access");
      await expect(screen.nameField).toHaveValue("Refused pallet");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Discard changes" }).click();

      await screen.remove(bravo, true);
      await expect(screen.toast(messages.deleteFailed)).toBeVisible();
      await expect(page.getByRole("article").filter({ hasText: bravo })).toBeVisible();

      await screen.moveOn(alpha);
      await expect(screen.toast("Failed to change the order")).toBeVisible();
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
