import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { connect, type Sql, withDatabase } from "#server/backend/postgres/connection.ts";
import { bootstrap } from "#server/backend/self-hosted/bootstrap.ts";
import { migrate } from "#server/backend/self-hosted/migrate.ts";

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
