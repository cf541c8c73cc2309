import { expect, test } from "../../fixture.ts";
import {
  addItem,
  type Manager,
  managerScreen,
  NAMES,
  storedItems,
  storedNames,
} from "../lists/managers.ts";
import { choose } from "../steps.ts";

const [alpha, bravo, charlie] = NAMES;

/** A failing network, and a list longer than a page; for a file that has `engineJourneys`. */
export function outageJourneys(manager: Manager) {
  const { messages } = manager;

  test("keeps an offline text, and saves it when online", async ({
    page,
    context,
    site,
    expectConsole,
  }) => {
    expectConsole(/ERR_INTERNET_DISCONNECTED/);
    const screen = managerScreen(page, manager);
    await screen.open();
    await screen.edit(alpha);
    await screen.nameField.fill("Offline pallet");
    await context.setOffline(true);
    await screen.save();
    await expect(screen.dialog.getByRole("alert")).toContainText("You're offline");
    await expect(screen.dialog.getByRole("alert")).toContainText(messages.updateFailed);
    await expect(screen.nameField).toHaveValue("Offline pallet");
    await context.setOffline(false);
    await expect(screen.toast(messages.updated)).toBeVisible();
    await expect(screen.toast("Your unsaved text is saved now")).toBeVisible();
    expect(await storedNames(site, manager)).toContain("Offline pallet");
  });

  test("search, filter, order and page are in the address; long lists come page by page", async ({
    page,
    site,
    expectConsole,
  }) => {
    const screen = managerScreen(page, manager);
    for (let number = 4; number <= 60; number += 1)
      await addItem(site, manager, `Crate ${number}`, { display_order: number });
    await screen.open();
    await expect(page.getByText("1–50 of 60")).toBeVisible();
    await expect(screen.handle(alpha)).toBeDisabled();
    await page.getByRole("button", { name: "Next page" }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(screen.headings).toHaveCount(10);
    await page.goBack();
    await expect(screen.headings).toHaveCount(50);
    expectConsole(/status of 416/);
    await page.goto(`${manager.path}?page=99`);
    await expect(page).toHaveURL(/page=2$/);
    await expect(screen.headings).toHaveCount(10);
    await page.goto(manager.path);

    const search = page.getByRole("searchbox", { name: manager.search });
    await search.fill("PALLET");
    await expect(screen.headings).toHaveText([...NAMES]);
    await expect(page).toHaveURL(/q=PALLET/);
    await choose(page.getByRole("combobox", { name: "Sort by" }), "Newest first");
    await expect(screen.headings).toHaveText([charlie, bravo, alpha]);
    await page.reload();
    await expect(screen.headings).toHaveText([charlie, bravo, alpha]);
    await expect(search).toHaveValue("PALLET");
    // The next order counts the whole list, whatever part of it is shown.
    if (manager.nextOrder > 0) {
      await screen.add();
      await screen.fill("Delta pallet");
      await screen.save();
      await expect(screen.toast(messages.created)).toBeVisible();
      const [last] = (await storedItems(site, manager)).slice(-1);
      expect(last).toMatchObject({ display_order: 57 + manager.nextOrder });
    }
    await search.fill("nothing like it");
    await expect(page.getByText("No matches")).toBeVisible();
  });
}
