import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { resources } from "#app/features/resources.ts";
import { orderedStore } from "#app/lib/data/ordered-store.ts";
import { switchSet } from "#app/lib/data/sets/active-set.ts";
import { setStore } from "#app/lib/data/sets/set-store.ts";
import { type ListParams, tableStore } from "#app/lib/data/table-store.ts";
import { listFactsOf, tables } from "#tests/tables/index.ts";
import { dana, publish, set, site, withSite } from "./steps.ts";

/** The admin's stores as this admin; each call reads `supabase` again. */
vi.mock("#app/lib/data/supabase.ts", () => ({ supabase: () => dana }));

withSite();
beforeEach(async () => {
  for (const { table } of resources) await site.sql`delete from ${site.sql(table)}`;
});

/** Where sorting and searching go wrong first: case, accents, patterns, quotes. */
const NAMES = [
  "Zebra",
  "zebra (small)",
  "äpfel",
  "ÄPFEL, fresh",
  "Apples 100% [x]",
  "a.b*c\\d",
  `"quoted" & 'single'`,
  "***=x ^",
  "straße",
  "{a|b}+?$ _",
];
const WORDS = [
  "",
  ...["e", " ZEBRA ", "(small", "äPFEL", "100%", "[x]", ".*", "a.b*", "\\d", "\\", '"', "'", "^"],
  ...["***=", "strasse", "STRAße", "{a|b}+?$", "_", "nothing of it"],
];
const FILTERS: Record<string, string>[] = [
  {},
  { is_active: "true" },
  { is_active: "false" },
  { is_active: "" },
];
const SORTS = ["", "newest", "changed", "unknown"];
const WHOLE = { page: 1, pageSize: 100 };
const PARTS = [
  { page: 2, pageSize: 3 },
  { page: 1, pageSize: 2 },
  { page: 99, pageSize: 5 },
  WHOLE,
];

/** Each search once, and each filter with each order; other parameters rotate. */
const questions: ListParams[] = [
  ...WORDS.map((q, at) => ({
    q,
    filters: FILTERS[at % 5] ?? {},
    sort: SORTS[at % 3] ?? "",
    ...WHOLE,
  })),
  ...FILTERS.flatMap((filters, at) =>
    SORTS.map((sort, turn) => ({ q: "", filters, sort, ...(PARTS[(at + turn) % 4] ?? WHOLE) })),
  ),
];

/** Runs `work` with this test's set switched on. */
async function inSet<Result>(work: () => Promise<Result>): Promise<Result> {
  switchSet(set);
  onTestFinished(() => switchSet(undefined));
  return work().finally(() => switchSet(undefined));
}

async function fill(table: (typeof resources)[number]["table"]) {
  const { names, named = String } = listFactsOf(table);
  const rows = NAMES.map((name, at) => ({
    ...tables[table].make(),
    [names]: named(name),
    display_order: at % 4,
    is_active: at % 3 > 0,
  }));
  await dana.from(table).insert(rows).throwOnError();
}

describe.each(resources)("$table", (resource) => {
  const store = orderedStore(resource.table, resource.search);

  test("a set without changes lists what the live table does", async () => {
    await fill(resource.table);
    for (const asked of questions)
      expect(await inSet(() => store.list(asked)), JSON.stringify(asked)).toEqual(
        await store.list(asked),
      );
    expect(await inSet(store.all)).toEqual(await store.all());
    expect(await inSet(store.facts)).toEqual(await store.facts());
    const [one] = await store.all();
    expect(await inSet(() => store.get(String(one?.id)))).toEqual(one);
    expect(await inSet(() => store.get(crypto.randomUUID()))).toBeNull();
  });

  test("a set with changes lists what the live table does once it is published", async () => {
    await fill(resource.table);
    const { names, named = String } = listFactsOf(resource.table);
    const answers = async () => {
      const lists = [];
      for (const asked of questions.filter(({ q, sort }) => q === "" && sort !== "changed"))
        lists.push(await store.list(asked));
      return { lists, all: await store.all(), facts: await store.facts() };
    };
    const prepared = await inSet(async () => {
      const [first, second, third] = await store.all();
      if (!first || !second || !third) throw new Error("The list is empty.");
      await store.update(first, {
        [names]: named("zebra, changed"),
        is_active: !first.is_active,
      } as never);
      await store.remove(second);
      await store.insert({
        ...tables[resource.table].make(),
        [names]: named("Äpfel, new"),
      } as never);
      const ids = (await store.all()).map(({ id }) => id);
      await store.reorder([...ids.slice(4), ...ids.slice(0, 4)]);
      return answers();
    });
    expect(prepared.all).toHaveLength(NAMES.length);
    expect(await answers()).not.toEqual(prepared);
    await publish();
    expect(without(await answers())).toEqual(without(prepared));
  });
});

test("a page has at most 1,000 rows, whatever size is asked for", async () => {
  await site.sql`insert into services (title, description, display_order)
    select 'Number ' || n, 'Boxes', n from generate_series(1, 1003) n`;
  const [counted] = await site.sql`select count(*)::integer as all from services`;
  const part = async (page: number, page_size: number) => {
    const asked = { of_set: set.id, list: "services" as const, page, page_size };
    const { data } = await dana.rpc("set_list", asked).throwOnError();
    return data.rows.length;
  };
  expect(await part(1, 5_000)).toBe(1_000);
  expect(await part(2, 5_000)).toBe(counted?.all - 1_000);
  expect(await part(1, -1)).toBe(0);
});

/** Publishing changes the version of a row. */
const without = (answers: unknown) =>
  JSON.parse(JSON.stringify(answers, (key, value) => (key === "updated_at" ? undefined : value)));

test.each(["site_content", "site_settings"] as const)("%s is read whole", async (table) => {
  const options = { order: [["id", "desc"]] } as const;
  const all = await tableStore(table, options).all();
  expect(all.length).toBeGreaterThan(5);
  expect(await setStore(set, table, options).all()).toEqual(all);
});
