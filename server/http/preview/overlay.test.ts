import { expect, test, vi } from "vitest";
import type { DraftRow } from "./drafts.ts";
import { underDrafts } from "./overlay.ts";

/** What a page reads of `stored` rows under drafts. */
async function read(table: string, query: string, stored: DraftRow[], drafts: DraftRow[]) {
  const ask = vi.fn(async (_: Request) => Response.json(stored));
  const under = underDrafts(new Map([[table, drafts]]), ask);
  const answer = await under(new Request(`http://db/rest/v1/${table}?${query}`));
  return { rows: await answer.json(), asked: new URL(ask.mock.calls[0]?.[0].url ?? "") };
}

const ORDER = "order=display_order.asc,created_at.asc,id.asc";
const a = { id: "a", title: "A", display_order: 1, created_at: "2026-01-01" };
const b = { id: "b", title: "B", display_order: 2, created_at: "2026-01-02" };

test("a draft takes the place of its row, and stands where its order puts it", async () => {
  const { rows, asked } = await read(
    "services",
    `select=id,title&${ORDER}`,
    [a, b],
    [{ ...a, title: "Last", display_order: 9, is_active: true }],
  );
  expect(rows).toEqual([
    { id: "b", title: "B" },
    { id: "a", title: "Last" },
  ]);
  // What decides the order is asked for too, and is not in the answer.
  expect(asked.searchParams.get("select")).toBe("id,title,display_order,created_at");
});

test("of two drafts of one row the later counts, which may take it off the page", async () => {
  const drafts = [
    { ...a, title: "Prepared", is_active: true },
    { ...b, is_active: false },
    { ...a, title: "Typed", is_active: true },
  ];
  const { rows } = await read("services", `select=id,title&${ORDER}`, [a, b], drafts);
  expect(rows).toEqual([{ id: "a", title: "Typed" }]);
});

test("a new row comes after the older ones of its order; a column that it lacks is null", async () => {
  const { rows } = await read(
    "services",
    `select=id,title,icon_name&${ORDER}`,
    [a, b],
    [{ id: "new", title: "New", display_order: 1 }],
  );
  expect(rows.map(({ id }: DraftRow) => id)).toEqual(["a", "new", "b"]);
  expect(rows[1].icon_name).toBeNull();
  const byAge = await read("services", "select=id&order=created_at.asc", [a], [{ id: "new" }, b]);
  expect(byAge.rows.map(({ id }: DraftRow) => id)).toEqual(["a", "b", "new"]);
});

test("what is not active is taken off the page, by the table's own rule or the question's", async () => {
  const hidden = [{ ...a, is_active: false }];
  expect((await read("services", `select=id&${ORDER}`, [a, b], hidden)).rows).toEqual([
    { id: "b" },
  ]);
  const asked = await read(
    "faq_items",
    "select=id&is_active=eq.true",
    [a],
    [
      { id: "c", is_active: true },
      { id: "d", is_active: null },
    ],
  );
  expect(asked.rows).toEqual([{ id: "a" }, { id: "c" }]);
});

test("texts and settings are known by what names them, and filtered as they are asked for", async () => {
  const text = (page_name: string, content_key: string, content_value: string) => ({
    ...{ page_name, section_name: "hero", content_key },
    content_value,
  });
  const { rows } = await read(
    "site_content",
    "select=page_name,section_name,content_key,content_value&page_name=eq.home",
    [text("home", "title", "old"), text("home", "subtitle", "kept")],
    [text("home", "title", "new"), text("services", "title", "elsewhere")],
  );
  expect(rows).toEqual([text("home", "subtitle", "kept"), text("home", "title", "new")]);
  const settings = await read(
    "site_settings",
    "select=setting_key,setting_value&setting_key=in.(ga_enabled,gtm_enabled)",
    [{ setting_key: "ga_enabled", setting_value: "true" }],
    [
      { setting_key: "ga_enabled", setting_value: "false" },
      { setting_key: "company_name", setting_value: "Other" },
    ],
  );
  expect(settings.rows).toEqual([{ setting_key: "ga_enabled", setting_value: "false" }]);
});

test("a question that drafts can't answer is an error; one about another table goes through", async () => {
  for (const query of [
    "select=id&title=ilike.*a*",
    'select=id&title=in.("a,b")',
    "select=id&order=title.desc.nullslast",
    "select=id,page(title)",
    "select=id&limit=3",
    "select=*",
  ])
    await expect(read("services", query, [], [a]), query).rejects.toThrow(/drafts/);
  const ask = vi.fn(async () => Response.json([b], { status: 200 }));
  const other = await underDrafts(
    new Map([["services", [a]]]),
    ask,
  )(new Request("http://db/rest/v1/faq_items?select=*&limit=1"));
  expect(await other.json()).toEqual([b]);
});

test("nothing is written under drafts, and a refusal stays one", async () => {
  const ask = vi.fn(async () => Response.json({ message: "no" }, { status: 401 }));
  const under = underDrafts(new Map([["services", [a]]]), ask);
  const address = "http://db/rest/v1/services?select=id";
  await expect(under(new Request(address, { method: "POST" }))).rejects.toThrow(/POST services/);
  expect(ask).not.toHaveBeenCalled();
  expect((await under(new Request(address))).status).toBe(401);
});
