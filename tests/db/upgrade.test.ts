import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { mergeContent } from "#app/content/index.ts";
import { connect, type Sql, withDatabase } from "#server/backend/postgres/connection.ts";
import { bootstrap } from "#server/backend/self-hosted/bootstrap.ts";
import { migrate } from "#server/backend/self-hosted/migrations/migrate.ts";

const NAME = `upgrade_${process.pid}`;
/** The first migration that looks at what visitors have already sent. */
const FIRST = "20261121110000";

let cluster: Sql;
let sql: Sql;
beforeAll(async () => {
  cluster = connect(inject("clusterUrl"), 1);
  await cluster.unsafe(`create database ${NAME}`);
  sql = connect(withDatabase(inject("clusterUrl"), NAME), 1);
});
afterAll(async () => {
  await sql.end();
  await cluster.unsafe(`drop database ${NAME} with (force)`);
  await cluster.end();
});

test("submissions of an earlier version are kept, without what nobody sees", async () => {
  await bootstrap(sql);
  await migrate(sql, { only: (version) => version < FIRST });
  const add = (row: Record<string, unknown>) =>
    sql`insert into contact_submissions
      ${sql({ email: "ana@example.com", monthly_volume: "0-50", platforms: ["Etsy"], ...row })}`;
  await add({ name: "Plain Name", message: "Hello" });
  await add({ name: "exe.\u202Egnp", platforms: ["Etsy", "\u200B\u2060"], message: "a\u2066b" });
  await add({ name: "\u200B\u3164", monthly_volume: "\u00AD" });
  await add({ name: "Fast Before", is_spam: true, spam_reason: "too fast" });
  await add({ name: "Marked Before", is_spam: true });
  await migrate(sql);
  const rows = await sql`select name, monthly_volume, platforms, message, is_spam, spam_reason
    from contact_submissions order by lower(name)`;
  const usual = { monthly_volume: "0-50", platforms: ["Etsy"], message: null };
  const genuine = { is_spam: false, spam_reason: null };
  expect(rows).toEqual([
    {
      name: "exe.gnp",
      monthly_volume: "0-50",
      platforms: ["Etsy", "Other"],
      message: "ab",
      ...genuine,
    },
    { name: "Fast Before", ...usual, is_spam: true, spam_reason: "too fast" },
    { name: "Marked Before", ...usual, is_spam: true, spam_reason: "marked by staff" },
    { name: "No name", ...usual, monthly_volume: "Not given", ...genuine },
    { name: "Plain Name", ...usual, message: "Hello", ...genuine },
  ]);
});

test("prices of an earlier version get the numbers that their words say, and no others", async () => {
  const prices = [
    ["Storage", "$2.00 per cubic foot per month", [2, 2, "cubic foot a month"]],
    ["Pick & Pack", "$1.00-$5.00 per order", [1, 5, "order"]],
    ["Big orders", "$1,250.50 to $2,000 per order", [1250.5, 2000, "order"]],
    ["Extra Items", "$0.40-$1.00 per item", [0.4, 1, "further item"]],
    ["Handling", "$0.40 per extra item", [0.4, 0.4, "further item"]],
    ["Returns", "$20 per month, flat", [20, 20, "month with returns"]],
    ["Account", "$50 Per Month", [50, 50, "month"]],
    ["Boxes", "$0.75 per package", [0.75, 0.75, "package"]],
    ["Inbound", "$4 per carton", [4, 4, "carton received"]],
    ["Order Minimum", "None", [0, 0, "month"]],
    ["Setup", "Free.", [0, 0, "month"]],
    ["Kitting", "Quoted per bundle", null],
    ["Labels", "$0.30 per item", null],
    ["Freight", "From $10 per carton", null],
    ["Photos", "Up to $3 per order", null],
    ["Backwards", "$5.00-$1.00 per order", null],
    ["Three", "$1, $2 or $3 per order", null],
    ["Launch", "$5k per month", null],
    ["Fine", "$0.005 per order", null],
    ["Huge", "$2,000,000 per month", null],
    ["Heavy", "$9 per order over 20 lb", null],
    ["Tax", "None of your business", null],
  ] as const;
  const name = `${NAME}_prices`;
  await cluster.unsafe(`create database ${name}`);
  const earlier = connect(withDatabase(inject("clusterUrl"), name), 1);
  try {
    await bootstrap(earlier);
    await migrate(earlier, { only: (version) => version < "20261122140000" });
    for (const [service_name, rate] of prices)
      await earlier`insert into pricing_items (service_name, rate) values (${service_name}, ${rate})`;
    await earlier`insert into site_content (page_name, section_name, content_key)
      values ('pricing', 'hero', 'title_of_ours')`;
    await migrate(earlier);
    const rows = await earlier`select service_name, low::float, high::float, charged_per
      from pricing_items`;
    expect(
      Object.fromEntries(
        rows.map((row) => [
          row.service_name,
          row.charged_per && [row.low, row.high, row.charged_per],
        ]),
      ),
    ).toEqual(Object.fromEntries(prices.map(([service, , numbers]) => [service, numbers])));
    const names = await earlier`select service_name, reference from pricing_items
      where service_name in ('Pick & Pack', 'Storage')`;
    expect(Object.fromEntries(names.map((row) => [row.service_name, row.reference]))).toEqual({
      "Pick & Pack": "pick-and-pack",
      Storage: "storage",
    });
    const recorded = await earlier`select from history where after ? 'reference'`;
    expect(recorded).toHaveLength(0);
    const texts = await earlier`select content_key, content_value from site_content
      where section_name = 'estimate' order by content_key`;
    expect(Object.fromEntries(texts.map((t) => [t.content_key, t.content_value]))).toEqual(
      mergeContent("pricing").estimate,
    );
  } finally {
    await earlier.end();
    await cluster.unsafe(`drop database ${name} with (force)`);
  }
});
