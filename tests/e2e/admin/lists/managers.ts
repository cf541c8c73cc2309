import type { Page } from "@playwright/test";
import { resources } from "#app/features/resources-on-disk.ts";
import type { OrderedTable } from "#app/lib/data/database.types.ts";
import { ruleInWords } from "#app/lib/errors/constraints.ts";
import { publicPathOf } from "#tests/support/pages.ts";
import type { Site } from "#tests/support/site.ts";
import { listFactsOf, tables } from "#tests/tables/index.ts";
import { expect, test } from "../../fixture.ts";
import { CAUSE } from "../../said.ts";

/** What the journeys need to know about a manager, besides its declaration and facts. */
interface Particulars {
  table: OrderedTable;
  /** label of the field that names an item */
  label: string;
  /** other required fields, by label */
  required: Record<string, string>;
  /** errors of blank required fields, by label */
  blank: Record<string, string>;
  /** the display order of a new item after three with 1, 2 and 3 */
  nextOrder: number;
  /** the arrow key that moves to the next card */
  nextKey?: "ArrowRight";
  /** part of what visitors see while no item is active */
  builtIn?: string;
  /** columns a row needs so that its form shows every field */
  everyField?: Record<string, string | number>;
}

/** The field labels of each list, as its schema declares them. */
const labels = new Map(
  await Promise.all(
    resources.map(async ({ table }) => {
      const schema = await import(`../../../../app/features/${table}/schema.ts`);
      return [table, Object.values<string>(schema.labels)] as const;
    }),
  ),
);

/** The maximum length of an item's name, and the error above that, from the constraint in its facts. */
function longestName(table: OrderedTable, column: string) {
  for (const [rule] of tables[table].refuses) {
    const characters = Number(/_at_most_(\d+)_characters$/.exec(rule)?.[1]);
    if (rule === `${column}_at_most_${characters}_characters`)
      return { characters, refusal: ruleInWords(rule) };
  }
  throw new Error(`tests/tables/${table}.ts refuses no ${column} that is too long.`);
}

/** The message up to the cause. */
const upToReason = (say: (cause: unknown) => string) => say(CAUSE).split(CAUSE)[0] ?? "";

/** A simple manager as its journeys see it; texts come from rules L-1 to L-10. */
export function managerOf(particulars: Particulars) {
  const { table } = particulars;
  const declared = resources.find((resource) => resource.table === table);
  if (!declared) throw new Error(`app/features/${table}/index.ts declares no resource.`);
  const { path, words, confirm, messages } = declared;
  const { names: column } = listFactsOf(table);
  const { make, shown } = tables[table];
  const { [column]: _, is_active: __, ...rest } = { ...make(), ...shown };
  return {
    ...particulars,
    path,
    labels: labels.get(table) ?? [],
    /** the page where visitors see the list */
    publicPath: publicPathOf(declared),
    /** the column that names an item */
    column,
    longest: longestName(table, column),
    /** an item's name in buttons: 'testimonial by Ana' */
    called: (name: string) => declared.nameOf({ [column]: name } as never),
    /** a row's other columns, without name, order and activity */
    rest,
    /** the plural name */
    items: words.many,
    add: words.add,
    newTitle: words.create,
    editTitle: words.edit,
    search: words.search,
    empty: words.empty,
    question: { text: confirm.label, by: confirm.by ?? "browser" },
    messages: {
      created: messages.created,
      updated: messages.updated,
      deleted: messages.deleted,
      createFailed: upToReason(messages.create),
      updateFailed: upToReason(messages.update),
      deleteFailed: upToReason(messages.remove),
      loadFailed: upToReason(messages.load),
    },
  };
}
export type Manager = ReturnType<typeof managerOf>;

export const NAMES = ["Alpha pallet", "Bravo pallet", "Charlie pallet"] as const;

/** The screen of one manager, with a person's actions on it. */
export function managerScreen(page: Page, manager: Manager) {
  const { newTitle, editTitle, called } = manager;
  const dialog = page.getByRole("dialog", { name: new RegExp(`^(${newTitle}|${editTitle})$`) });
  const button = (name: string, exact = true) => page.getByRole("button", { name, exact });
  const saveButton = dialog.getByRole("button", { name: /^(Create|Save changes)$/ });
  return {
    dialog,
    /** toasts: urgent ones are announced at once, and are outside the accessibility tree */
    toast: (words: string | RegExp) =>
      page.getByRole("region", { name: "Notifications" }).getByText(words).first(),
    /** the Undo button of this toast */
    undo: (words: string) =>
      page
        .getByRole("region", { name: "Notifications" })
        .getByRole("group")
        .filter({ hasText: words })
        .getByRole("button", { name: "Undo" }),
    headings: page.getByRole("article").or(page.getByRole("row")).getByRole("heading"),
    handle: (name: string) => button(`Move ${called(name)}`),
    open: () => page.goto(manager.path),
    edit: async (name: string) => {
      await button(`Edit ${called(name)}`).click();
      await expect(dialog).toBeVisible();
    },
    /** Picks an item up, moves it one place down, and drops it. */
    async moveOn(name: string) {
      await this.pickUp(name);
      await page.keyboard.press(manager.nextKey ?? "ArrowDown");
      await expect(page.getByText("Now at position 2 of 3.")).toBeAttached();
      await page.keyboard.press("Space");
    },
    async pickUp(name: string) {
      const handle = button(`Move ${called(name)}`);
      await expect(handle).toHaveAttribute("aria-describedby", /./);
      await handle.focus();
      await page.keyboard.press("Space");
      await expect(page.getByText(/^(Picked up|Now at position)/)).toBeAttached();
    },
    /** Drags an item to the first one's place, and drops it once the list shows it there. */
    async dragToFirst(name: string, first: string) {
      await button(`Move ${called(name)}`).hover();
      const place = await button(`Move ${called(first)}`).boundingBox();
      if (!place) throw new Error(`${first} is not on the screen.`);
      await page.mouse.down();
      await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2, { steps: 12 });
      await expect(page.getByText("Now at position 1 of 3.")).toBeAttached();
      await page.mouse.up();
    },
    /** Presses delete, checks the question, and answers it. */
    async remove(name: string, answer: boolean) {
      const { text, by } = manager.question;
      if (by === "browser") {
        page.once("dialog", (asked) => {
          expect(asked.message()).toBe(text);
          void (answer ? asked.accept() : asked.dismiss());
        });
        await button(`Delete ${called(name)}`).click();
        return;
      }
      await button(`Delete ${called(name)}`).click();
      const asked = page.getByRole("alertdialog");
      await expect(asked).toContainText(text);
      await asked.getByRole("button", { name: answer ? "Delete" : "Cancel" }).click();
      await expect(asked).toBeHidden();
    },
    add: async () => {
      await button(manager.add).first().click();
      await expect(page.getByRole("heading", { name: manager.newTitle })).toBeVisible();
    },
    async fill(name: string) {
      await dialog.getByLabel(manager.label, { exact: true }).fill(name);
      for (const [label, words] of Object.entries(manager.required))
        await dialog.getByLabel(label, { exact: true }).fill(words);
    },
    nameField: dialog.getByLabel(manager.label, { exact: true }),
    saveButton,
    save: () => saveButton.click(),
    /** Polls the public page, which updates on its own, without a session. */
    async visitorsRead(words: string, { not = false } = {}) {
      const html = async () => (await page.request.get(manager.publicPath)).text();
      const read = expect.poll(html, { intervals: [50, 100, 200] });
      await (not ? read.not.toContain(words) : read.toContain(words));
    },
  };
}

/** Restores the table after the journeys, because other tests read it too. */
export function withThreeItems(manager: Manager) {
  let before: Record<string, unknown>[] = [];
  test.beforeAll(async ({ site }) => {
    before = await site.sql`select * from ${site.sql(manager.table)}`;
  });
  test.beforeEach(async ({ site, signIn }) => {
    await site.sql`delete from ${site.sql(manager.table)}`;
    for (const [place, name] of NAMES.entries())
      await addItem(site, manager, name, { display_order: place + 1 });
    await signIn();
  });
  test.afterAll(async ({ site }) => {
    await site.sql`delete from ${site.sql(manager.table)}`;
    if (before.length > 0)
      await site.sql`insert into ${site.sql(manager.table)} ${site.sql(before)}`;
  });
}

export async function addItem(
  site: Site,
  { table, column, rest }: Manager,
  name: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const row = { ...rest, [column]: name, ...more };
  const [stored] = await site.sql`insert into ${site.sql(table)} ${site.sql(row)} returning id`;
  return stored?.id;
}

/** Stored rows, in the order that visitors see. */
export const storedItems = (site: Site, { table }: Manager) =>
  site.sql`select * from ${site.sql(table)} order by display_order, created_at, id`;

export const storedNames = async (site: Site, manager: Manager): Promise<string[]> =>
  (await storedItems(site, manager)).map((row) => row[manager.column]);
