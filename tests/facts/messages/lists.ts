import { expect } from "vitest";
import { resources } from "#app/features/resources.ts";
import type { AnyDeclaration } from "#app/lib/data/declaration.ts";
import { orderedStore } from "#app/lib/data/ordered-store.ts";
import type { ListParams, StoredRow } from "#app/lib/data/table-store.ts";
import type { ListMessages } from "#app/lib/errors/list-messages.ts";
import type { MESSAGES } from "#app/lib/errors/messages.ts";
import { additionalReason } from "#app/lib/errors/reasons.ts";
import { publicPathOf } from "#tests/support/pages.ts";
import { listFactsOf } from "#tests/tables/index.ts";
import { type Fact, type FactsFor, refusedTo, unreadable } from "../fact.ts";
import type { World } from "../world.ts";

/** The facts for each list that staff manage. */
function factsOf(declared: AnyDeclaration): FactsFor<ListMessages> {
  const { table, messages } = declared;
  const store = orderedStore(table, []) as Store;
  const path = publicPathOf(declared);
  const { names, named = String } = listFactsOf(table);
  let count = 0;
  const words = () => named(`A word of ${table} number ${++count}.`);
  /** as the form would store it, with `said` where visitors see it */
  const values = (said: string) => {
    const { schema, draft } = listFactsOf(table);
    return schema.safeParse({ ...draft, is_active: true, [names]: said }).data as object;
  };
  const add = ({ as }: World, said = words()) => as("admin", () => store.insert(values(said)));
  /** As JSON responses have them: the driver would return numbers as text. */
  const rows = async ({ site }: World, id: string) => {
    const found = await site.sql<{ row: object }[]>`
      select to_jsonb(t) as row from ${site.sql(table as string)} t where id = ${id}`;
    return found.map(({ row }) => row);
  };
  /** Some pages show a single item: hides the others, and restores them. */
  const alone =
    (fact: Fact): Fact =>
    async (world) => {
      const { sql } = world.site;
      const before = await sql`update ${sql(table)} set is_active = false
        where is_active returning id`;
      await fact(world);
      const ids = before.map(({ id }) => id);
      await sql`update ${sql(table)} set is_active = true where id = any (${ids})`;
    };
  /** Visitors never see a staff-only list. */
  const visitorsRead = (world: World, said: string, { not = false } = {}) =>
    world.reads(path, said, { not: not || declared.shownOn.length === 0 });
  const refusedUpdate = (say: (cause: unknown) => string) =>
    refusedTo("stranger", (_, row: StoredRow) => store.update(row, values(words())), {
      say: saidBy(say),
      before: add,
    });
  return {
    created: alone(async (world) => {
      const said = words();
      const { id } = await add(world, said);
      expect(await rows(world, id)).toMatchObject([values(said)]);
      await visitorsRead(world, said);
    }),
    updated: alone(async (world) => {
      const said = words();
      const row = await add(world);
      const stored = await world.as("admin", () => store.update(row, values(said)));
      expect(await rows(world, stored.id)).toMatchObject([values(said)]);
      await visitorsRead(world, said);
    }),
    deleted: alone(async (world) => {
      const said = words();
      const row = await add(world, said);
      await visitorsRead(world, said);
      await world.as("admin", () => store.remove(row));
      expect(await rows(world, row.id)).toHaveLength(0);
      await visitorsRead(world, said, { not: true });
    }),
    load: unreadable(() => store.list({ q: "", page: 1, pageSize: 20 }), saidBy(messages.load)),
    create: refusedTo("stranger", () => store.insert(values(words())), {
      say: saidBy(messages.create),
    }),
    update: refusedUpdate(messages.update),
    patch: refusedUpdate(messages.patch),
    remove: refusedTo("stranger", (_, row: StoredRow) => store.remove(row), {
      say: saidBy(messages.remove),
      before: add,
    }),
  };
}

/** The sentence, plus the reason that the screen shows next to it when the sentence has none. */
const saidBy = (say: (cause: unknown) => string) => (cause: unknown) =>
  [say(cause), additionalReason(say(cause), cause)].filter(Boolean).join(": ");

/** A store for any table: its own schema defines the values. */
interface Store {
  insert(values: object): Promise<StoredRow>;
  update(seen: StoredRow, values: object): Promise<StoredRow>;
  remove(row: StoredRow): Promise<StoredRow>;
  list(params: ListParams): Promise<unknown>;
}

/** The messages of each declared list, by its table. */
export const declaredMessages = Object.fromEntries(
  resources.map((declared) => [declared.table, factsOf(declared)]),
);

const faqStore = orderedStore("faq_items", []);
const faqIds = async ({ site }: World): Promise<string[]> =>
  (await site.sql`select id from faq_items order by display_order`).map(({ id }) => id);

export const listMessages: FactsFor<Pick<typeof MESSAGES, "order" | "noneActive">> = {
  order: {
    changed: async (world) => {
      const turned = (await faqIds(world)).reverse();
      await world.as("admin", () => faqStore.reorder(turned));
      expect(await faqIds(world)).toEqual(turned);
      const [last, first] = await world.site.sql`select question from faq_items
        where id = any (${[turned[0] ?? "", turned.at(-1) ?? ""]}) order by display_order desc`;
      const inOrder = `${first?.question}[^]*${last?.question}`.replaceAll("?", "\\?");
      await expect
        .poll(async () => (await fetch(`${world.site.url}/faqs`)).text())
        .toMatch(new RegExp(inOrder));
    },
    restored: async (world) => {
      const before = await faqIds(world);
      await world.as("admin", () => faqStore.reorder(before.toReversed()));
      await world.as("admin", () => faqStore.reorder(before));
      expect(await faqIds(world)).toEqual(before);
    },
    failed: refusedTo("stranger", (_, ids: string[]) => faqStore.reorder(ids.toReversed()), {
      before: faqIds,
    }),
  },
  noneActive: async (world) => {
    const { sql } = world.site;
    await sql`update pricing_items set is_active = false, description = 'As it was stored.'`;
    expect((await world.as("admin", orderedStore("pricing_items", []).facts)).active).toBe(0);
    await world.reads("/pricing", "Waived at 100+ orders per month.");
    await world.reads("/pricing", "As it was stored.", { not: true });
    await sql`update pricing_items set is_active = true`;
  },
};
