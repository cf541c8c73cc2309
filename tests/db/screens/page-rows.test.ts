import { afterAll, beforeAll, expect, test } from "vitest";
import { STATEMENT_MS } from "#server/backend/postgres/caller.ts";
import type { RequestInfo } from "#server/backend/types.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { tableNames, tables } from "#tests/tables/index.ts";

const limit = STATEMENT_MS.anybody;
let site: TestBackend;
beforeAll(async () => {
  // A busy machine must not reach this timeout.
  STATEMENT_MS.anybody = 60_000;
  site = await openTestBackend();
});
afterAll(() => {
  STATEMENT_MS.anybody = limit;
  return site.close();
});

interface Part {
  table: string;
  columns: string[];
  where?: Record<string, string>;
}

/** Requests these parts as a page does for a visitor. */
const ask = (asked: Part[], info: Partial<RequestInfo> = { asks: "page" }) =>
  site.request(
    "/rest/v1/rpc/page_rows",
    {
      method: "POST",
      headers: { apikey: site.backend.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ asked }),
    },
    info,
  );

/** What a page gets for these parts. */
async function read(...asked: Part[]) {
  const answer = await ask(asked);
  expect(answer.status).toBe(200);
  return (await answer.json()) as {
    rows?: Record<string, unknown>[];
    until?: string | null;
    failed?: string;
  }[];
}

test("each part is answered at its place, with the columns and the rows that it names", async () => {
  const [services, texts] = await read(
    { table: "services", columns: ["title", "id"] },
    {
      table: "site_content",
      columns: ["content_key"],
      where: { page_name: "home", section_name: "hero" },
    },
  );
  const stored = await site.sql`select title, id from services where is_active
    order by display_order, created_at, id`;
  expect(services).toEqual({ rows: [...stored], until: null });
  const keys = await site.sql`select content_key from site_content
    where page_name = 'home' and section_name = 'hero'`;
  expect(texts?.rows).toHaveLength(keys.length);
  expect(texts?.rows).toEqual(expect.arrayContaining([...keys]));
});

test("rows that staff put in order come so: equal places by age, then id", async () => {
  await site.sql`delete from faq_items`;
  await site.sql`insert into faq_items (question, answer, display_order, created_at) values
    ('third', 'a', 2, '2026-01-01'), ('second', 'a', 1, '2026-01-02'), ('first', 'a', 1, '2026-01-01')`;
  const [questions] = await read({ table: "faq_items", columns: ["question"] });
  expect(questions?.rows?.map(({ question }) => question)).toEqual(["first", "second", "third"]);
});

test("shows a visitor only what the table itself would", async () => {
  for (const table of tableNames) {
    const part = { table, columns: ["id"] };
    const direct = await site.visitor().from(table).select("id").limit(1000);
    const [answer] = await read(part);
    if (direct.error) expect([table, answer]).toEqual([table, { failed: direct.error.code }]);
    else expect([table, answer?.rows?.length]).toEqual([table, direct.data.length]);
  }
  const hidden = { ...tables.services.make(), is_active: false };
  await site.sql`insert into services ${site.sql(hidden)}`;
  const [services] = await read({ table: "services", columns: ["is_active"] });
  expect(services?.rows?.every(({ is_active }) => is_active === true)).toBe(true);
});

test.each<[string, Part, string]>([
  [
    "a table that visitors may not read",
    { table: "contact_submissions", columns: ["id"] },
    "42501",
  ],
  ["a table that is not there", { table: "no_such_table", columns: ["id"] }, "42P01"],
  ["a table of another schema", { table: "private.settings", columns: ["id"] }, "42P01"],
  ["a column that is not there", { table: "services", columns: ["nothing"] }, "42703"],
  ["what is no name", { table: 'services" t; --', columns: ["id"] }, "42P01"],
  ["what is no column", { table: "services", columns: ['id" from services; --'] }, "42703"],
  [
    "what is no value",
    { table: "services", columns: ["id"], where: { id: "' or true; --" } },
    "22P02",
  ],
])("%s fails alone", async (_, part, failed) => {
  const around = { table: "services", columns: ["id"] };
  const [before, answer, after] = await read(around, part, around);
  expect(answer).toEqual({ failed });
  expect(before?.rows?.length).toBeGreaterThan(0);
  expect(after).toEqual(before);
});

test("reports when scheduled rows change", async () => {
  const { sql } = site;
  const asked = { table: "announcements", columns: ["message"] };
  await sql`delete from announcements`;
  expect(await read(asked)).toEqual([{ rows: [], until: null }]);
  await sql`insert into announcements (message, is_active, shown_from, shown_until) values
    ('Over', true, '2020-01-01', '2020-01-02'),
    ('Now', true, null, '2091-01-02'),
    ('Next', true, '2091-01-01', '2091-01-03')`;
  const [answer] = await read(asked);
  expect(answer?.rows).toEqual([{ message: "Now" }]);
  expect(Date.parse(answer?.until ?? "")).toBe(Date.parse("2091-01-01T00:00:00Z"));
});

test("limits requests to a page's tables and a thousand rows", async () => {
  const many = Array.from({ length: 41 }, () => ({ table: "services", columns: ["id"] }));
  const refused = await ask(many);
  expect([refused.status, (await refused.json()).message]).toEqual([
    400,
    "Too much is asked for at once.",
  ]);
  await site.sql`insert into testimonials (quote, author_name)
    select 'Fine.', 'Ann' from generate_series(1, 1001)`;
  const [answer] = await read({ table: "testimonials", columns: ["id"] });
  expect(answer?.rows).toHaveLength(1000);
});

test("serves pages only, and no browser", async () => {
  const asked = { asked: [{ table: "services", columns: ["id"] }] };
  for (const [client, status] of [
    [site.visitor(), 401],
    [await site.stranger(), 403],
    [await site.admin(), 403],
  ] as const) {
    const { error, status: answered } = await client.rpc("page_rows", asked);
    expect([answered, error?.code, error?.message]).toEqual([
      status,
      "42501",
      "This is for page rendering only.",
    ]);
  }
});

test("a column is named once", async () => {
  const refused = await ask([{ table: "services", columns: ["title", "id", "title"] }]);
  expect([refused.status, (await refused.json()).message]).toEqual([
    400,
    "A column is named twice.",
  ]);
});

test("limits all parts to 4 MB, and fails only those beyond", async () => {
  await site.sql`delete from faq_items`;
  await site.sql`insert into faq_items (question, answer)
    select 'Q ' || n, repeat('x', 10000) from generate_series(1, 300) n`;
  const long = { table: "faq_items", columns: ["answer"] };
  const short = { table: "services", columns: ["id"] };
  const [first, second, third] = await read(long, long, short);
  expect(first?.rows).toHaveLength(300);
  expect(second).toEqual({ failed: "54000" });
  expect(third?.rows?.length).toBeGreaterThan(0);
});
