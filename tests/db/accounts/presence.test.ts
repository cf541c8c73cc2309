import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { PresentPerson, PresentPlace } from "#app/lib/data/database.types.ts";
import type { Sql, Tx } from "#server/backend/postgres/connection.ts";
import { actAs, openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";

/** Two admins: Dana has a name, Mia only an address. */
let site: TestBackend;
let dana: Awaited<ReturnType<TestBackend["admin"]>>;
let mia: typeof dana;
beforeAll(async () => {
  site = await openTestBackend();
  await site.sql`insert into admins (user_id)
    select id from auth.users where email = ${people.stranger.email}`;
  await site.sql`update auth.users set raw_user_meta_data = '{"full_name": " Dana Ortiz "}'
    where email = ${people.admin.email}`;
  [dana, mia] = [await site.admin(), await site.stranger()];
});
afterEach(() => site.sql`delete from private.presence`);
afterAll(() => site.close());

const named = (people: PresentPerson[]) =>
  people.map(({ name, table, row, field }) => [name, table, row, field].filter(Boolean).join(" "));
/** Reports where someone is. @returns the people that they see in return */
async function say(who: typeof dana, here: PresentPlace[], gone: PresentPlace[] = []) {
  const { data } = await who.rpc("say_present", { here, gone }).throwOnError();
  return named(data);
}
/** The same in a transaction, for which time stands still. */
async function sayIn(tx: Tx, who: typeof dana, here: PresentPlace[], gone: PresentPlace[] = []) {
  await actAs(tx, who);
  const [row] = await tx`
    select say_present(${tx.json(here as never)}, ${tx.json(gone as never)}) as people`;
  await tx`reset role`;
  return named(row?.people);
}
/** Simulates that this many seconds have passed. */
const later = (seconds: number, sql: Sql | Tx = site.sql) =>
  sql`update private.presence set until = until - ${seconds} * interval '1 second'`;
const title = { table: "site_content", row: "1", field: "content_value" };
const service = { table: "services", row: "2" };

test("shows each person the others, by name or address", async () => {
  expect(await say(dana, [service, title])).toEqual([]);
  expect(await say(mia, [service])).toEqual([
    "Dana Ortiz services 2",
    "Dana Ortiz site_content 1 content_value",
  ]);
  expect(await say(dana, [])).toEqual([`${people.stranger.email} services 2`]);
});

test("removes people who leave at once, and silent ones after 20 seconds", async () => {
  await site.sql.begin(async (tx) => {
    await sayIn(tx, dana, [service, title]);
    await sayIn(tx, dana, [], [service]);
    expect(await sayIn(tx, mia, [])).toEqual(["Dana Ortiz site_content 1 content_value"]);
    await later(19, tx);
    expect(await sayIn(tx, mia, [])).toHaveLength(1);
    await later(1, tx);
    expect(await sayIn(tx, mia, [])).toEqual([]);
  });
  expect(await site.sql`select from private.presence`).toHaveLength(0);
});

test("keeps its start time when reported again", async () => {
  await say(dana, [title]);
  const [began] = await site.sql`select since from private.presence`;
  const until = async () =>
    (await site.sql`select until from private.presence`)[0]?.until.getTime() as number;
  await later(15);
  const early = await until();
  await say(dana, [title]);
  expect(await until()).toBeGreaterThanOrEqual(early + 15_000);
  expect(await say(mia, [])).toHaveLength(1);
  expect(await site.sql`select since from private.presence`).toEqual([began]);
});

test("limits a person to the newest 20 places", async () => {
  const places = Array.from({ length: 20 }, (_, place) => ({ table: "services", row: `${place}` }));
  await say(dana, places);
  await later(1);
  await say(dana, [title]);
  const remaining = await site.sql`select table_name from private.presence`;
  expect(remaining).toHaveLength(20);
  expect(remaining).toContainEqual({ table_name: "site_content" });
  for (const here of [
    [...places, title],
    [{ table: "x".repeat(64), row: "1" }],
    [{ table: "services", row: "x".repeat(101) }],
    [{ ...title, field: "x".repeat(64) }],
    [{ table: "services" }],
    {},
  ])
    expect((await dana.rpc("say_present", { here })).status, JSON.stringify(here)).toBe(400);
  expect((await dana.rpc("say_present", { gone: [...places, title] })).status).toBe(400);
});

test("records no history, and refreshes no public page", async () => {
  const triggers = await site.sql`select tgname from pg_trigger
    where tgrelid = 'private.presence'::regclass and not tgisinternal`;
  expect(triggers).toHaveLength(0);
});

test("hides presence from others, and drops deleted accounts", async () => {
  await say(dana, [title]);
  const guest = await site.stranger();
  await site.sql`delete from admins where user_id =
    (select id from auth.users where email = ${people.stranger.email})`;
  expect(await say(guest, [title])).toEqual([]);
  expect(await say(dana, [title])).toEqual([]);
  await site.sql`insert into admins (user_id)
    select id from auth.users where email = ${people.stranger.email}`;
  const [{ id } = {}] = await site.sql`
    insert into auth.users (id, email) values (gen_random_uuid(), 'gone@example.com') returning id`;
  await site.sql`insert into private.presence
    values (${id}, 'services', '2', '', now(), now() + interval '20 seconds')`;
  expect(await say(mia, [])).toEqual([
    "Dana Ortiz site_content 1 content_value",
    "gone@example.com services 2",
  ]);
  await site.sql`delete from auth.users where id = ${id}`;
  expect(await say(mia, [])).toEqual(["Dana Ortiz site_content 1 content_value"]);
});
