import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { choose } from "../steps.ts";
import {
  addItem,
  type Manager,
  managerScreen,
  NAMES,
  storedItems,
  storedNames,
  withThreeItems,
} from "./managers.ts";

const [alpha, bravo, charlie] = NAMES;

/** What each simple manager does, where lists differ (rules L-1 to L-10). */
export function managerJourneys(manager: Manager) {
  const { messages } = manager;
  /** A dialog that says "cannot be undone" is followed by no Undo. */
  const final = manager.question.text.includes("cannot be undone");
  withThreeItems(manager);

  test(`an item is created, changed, deleted${final ? "" : " and brought back"}, and visitors see each at once`, async ({
    page,
    site,
  }) => {
    const screen = managerScreen(page, manager);
    await screen.open();
    await expect(screen.headings).toHaveText([...NAMES]);

    await screen.add();
    await expect(page).toHaveURL(/edit=new/);
    await screen.fill("Delta pallet");
    await screen.save();
    await expect(screen.toast(messages.created)).toBeVisible();
    await expect(screen.dialog).toBeHidden();
    const created = (await storedItems(site, manager)).find(
      (row) => row[manager.column] === "Delta pallet",
    );
    expect(created).toMatchObject({ is_active: true, display_order: manager.nextOrder });

    // Alone, so that visitors see it first, even where they see only one.
    for (const name of NAMES)
      await site.sql`delete from ${site.sql(manager.table)}
        where ${site.sql(manager.column)} = ${name}`;
    await screen.visitorsRead("Delta pallet");
    await screen.open();
    await screen.edit("Delta pallet");
    await screen.nameField.fill("Echo pallet");
    await screen.save();
    await expect(screen.toast(messages.updated)).toBeVisible();
    await screen.visitorsRead("Echo pallet");

    const [before] = await storedItems(site, manager);
    await screen.remove("Echo pallet", false);
    await expect(screen.headings).toHaveText(["Echo pallet"]);
    await screen.remove("Echo pallet", true);
    await expect(screen.toast(messages.deleted)).toBeVisible();
    await expect(page.getByText(manager.empty)).toBeVisible();
    await screen.visitorsRead("Echo pallet", { not: true });
    if (final) {
      await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
      return;
    }

    await page.getByRole("button", { name: "Undo" }).click();
    await expect(screen.toast("Deleted item restored")).toBeVisible();
    await expect(screen.headings).toHaveText(["Echo pallet"]);
    const [after] = await storedItems(site, manager);
    expect({ ...after, updated_at: null }).toEqual({ ...before, updated_at: null });
    await screen.visitorsRead("Echo pallet");
  });

  test("the order is changed by keyboard and by dragging, in one call", async ({ page, site }) => {
    const screen = managerScreen(page, manager);
    const calls: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      // The frame and the bar ask what they show, some of it late and once a minute; presence is reported.
      if (/\/(say_present|needs_approval|lead_new_count|first_hour)$/.test(pathname)) return;
      if (request.method() === "GET") return;
      if (pathname.startsWith("/rest/v1/")) calls.push(pathname);
    });
    await screen.open();
    await expect(screen.handle(alpha)).toHaveAttribute("aria-describedby", /./);
    calls.length = 0;
    await screen.moveOn(alpha);
    await expect(screen.headings).toHaveText([bravo, alpha, charlie]);
    await expect.poll(() => storedNames(site, manager)).toEqual([bravo, alpha, charlie]);
    // The browser's events can come after the database has the change.
    await expect.poll(() => calls).toEqual(["/rest/v1/rpc/reorder_items"]);
    await screen.visitorsRead(bravo);
    await screen.undo("Order changed").click();
    await expect(screen.toast("Order restored")).toBeVisible();
    await expect(screen.headings).toHaveText([alpha, bravo, charlie]);
    expect(await storedNames(site, manager)).toEqual([alpha, bravo, charlie]);

    await screen.dragToFirst(charlie, alpha);
    await expect.poll(() => storedNames(site, manager)).toEqual([charlie, alpha, bravo]);
    await expect.poll(() => calls).toHaveLength(3);
    // Escape puts an item back and sends nothing.
    await screen.pickUp(alpha);
    await page.keyboard.press("Escape");
    await expect(page.getByText(/returned to its original position/)).toBeAttached();
    expect(calls).toHaveLength(3);
  });

  test("an item that is switched off is gone for visitors; without active ones, built-in ones are shown", async ({
    page,
    site,
  }) => {
    const screen = managerScreen(page, manager);
    const note = page.getByText("No active items: visitors see the built-in defaults.");
    await screen.open();
    await expect(screen.headings).toHaveText([...NAMES]);
    await expect(note).toBeHidden();
    await screen.edit(alpha);
    await screen.dialog.getByRole("switch", { name: "Active" }).click();
    await screen.save();
    await expect(screen.toast(messages.updated)).toBeVisible();
    await screen.visitorsRead(alpha, { not: true });
    const card = page.getByRole("article").filter({ hasText: alpha });
    await expect(card).toContainText(manager.table === "services" ? "Hidden" : "Inactive");
    expect(
      Number(await card.evaluate((element) => getComputedStyle(element).opacity)),
    ).toBeLessThan(1);
    const search = page.getByRole("searchbox", { name: manager.search });
    await search.fill("BRAVO");
    await expect(screen.headings).toHaveText([bravo]);
    await search.fill("");
    await choose(page.getByRole("combobox", { name: "Show" }), /^(Inactive|Hidden)$/);
    await expect(page).toHaveURL(/is_active=false/);
    await expect(screen.headings).toHaveText([alpha]);
    // The list has its own switch.
    const active = card.getByRole("switch", { name: `Active: ${manager.called(alpha)}` });
    await expect(active).not.toBeChecked();
    await active.click();
    await screen.visitorsRead(alpha);
    if (!manager.builtIn) return;
    await site.sql`update ${site.sql(manager.table)} set is_active = false`;
    await screen.open();
    await expect(note).toBeVisible();
    await screen.visitorsRead(manager.builtIn);
  });

  test("the list and its form are accessible at every width; the form has each field, and reports wrong values", async ({
    page,
    site,
    expectAccessible,
    expectConsole,
  }) => {
    expectConsole(/status of 400/);
    const screen = managerScreen(page, manager);
    const names = [...NAMES, "Unbreakable".repeat(12)];
    await addItem(site, manager, names[3] ?? "", { display_order: 4, is_active: false });
    await screen.open();
    await expect(screen.headings).toHaveText(names);
    await inspect(page, manager.table, expectAccessible);
    if (manager.everyField) {
      await site.sql`update ${site.sql(manager.table)} set ${site.sql(manager.everyField)}`;
      await screen.open();
    }
    await screen.edit(alpha);
    for (const label of manager.labels) {
      // "Up to (ounces)" is "Up to" with its unit.
      const literal = label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      const name = new RegExp(`^${literal}( \\(.+\\))?$`);
      await expect(screen.dialog.getByLabel(name).first()).toBeVisible();
    }
    await page.keyboard.press("Escape");
    await expect(screen.dialog).toBeHidden();
    await expect(page).not.toHaveURL(/edit=/);

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
    await inspect(page, `${manager.table}-new`, expectAccessible);
    await screen.fill("x".repeat(longest.characters + 1));
    await screen.save();
    await expect(screen.nameField).toHaveAccessibleDescription(new RegExp(longest.refusal));
    await expect(screen.nameField).toBeFocused();
    await expect(screen.dialog.getByRole("alert")).toContainText(messages.createFailed);
    expect(await storedNames(site, manager)).toEqual(names);
  });
}
