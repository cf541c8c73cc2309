import type { SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ChangeSet, RemainingStep } from "#app/lib/data/database.types.ts";
import { companyInstant } from "#app/lib/domain/company-time.ts";
import { formatCompanyTime } from "#contract/company-zone.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";

let site: TestBackend;
let dana: SupabaseClient;
let set: ChangeSet;
beforeAll(async () => {
  site = await openTestBackend();
  dana = await site.admin();
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.sql`delete from change_sets`;
  await site.sql`delete from pricing_items`;
  await site.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`truncate history`;
  });
  set = (await dana.rpc("set_create", { name: "Black Friday" }).throwOnError()).data;
});

const price = async (service_name: string, rate: string): Promise<string> =>
  (
    await site.sql`insert into pricing_items (service_name, rate) values (${service_name}, ${rate})
      returning id`
  )[0]?.id;
const save = async (operation: string, id: string, patch: object = {}) => {
  const [row] = await site.sql`select updated_at::text as seen from pricing_items where id = ${id}`;
  const call = { of_set: set.id, list: "pricing_items", id, operation, patch, seen: row?.seen };
  const { data } = await dana.rpc("set_save", call).throwOnError();
  expect(data.stale).toBe(false);
};
const setLive = (id: string, values: object) =>
  site.sql`update pricing_items set ${site.sql(values as Record<string, string>)} where id = ${id}`;
const live = () =>
  site.sql`select service_name, rate, description from pricing_items order by service_name`;
const stored = async () =>
  (await site.sql`select * from change_sets where id = ${set.id}`)[0] as unknown as ChangeSet;
const ended = () =>
  site.sql`select distinct change_id, note, actor_email from history where note like 'Ended%'`;
const schedule = (publish_at: string | null, end_at: string | null) =>
  dana.rpc("set_schedule", { of_set: set.id, publish_at, end_at });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
async function publish() {
  const { data } = await dana.rpc("set_review", { of_set: set.id }).throwOnError();
  const seen = data.set.version;
  return dana.rpc("set_publish", { of_set: set.id, seen });
}
/** As if the end had come so long ago. */
const over = (ago = "0 s") => site.sql`update change_sets
  set publish_at = null, end_at = now() - ${ago}::interval where id = ${set.id}`;
/** Until the server's own job has come round. */
const job = (said: (now: ChangeSet) => void) =>
  vi.waitFor(async () => said(await stored()), { timeout: 20_000, interval: 100 });
const isEnded = () => job(({ ended_at }) => expect(ended_at).not.toBeNull());
const remaining = async (): Promise<RemainingStep[]> =>
  (await dana.rpc("set_end_review", { of_set: set.id }).throwOnError()).data;
const decide = (step: RemainingStep | undefined, keep: string) =>
  dana.rpc("set_end_decide", { remain: step?.id, version: step?.version, keep });

/** Live with an end: one price changed, one deleted, one added. @returns their ids */
async function liveUntil() {
  const changed = await price("Storage", "$1");
  const deleted = await price("Returns", "$5");
  const added = crypto.randomUUID();
  await save("UPDATE", changed, { rate: "$2", description: "half" });
  await save("DELETE", deleted);
  await save("INSERT", added, { service_name: "Kitting", rate: "$3" });
  await schedule(null, inDays(3)).throwOnError();
  await publish().then(({ error }) => expect(error).toBeNull());
  return { changed, deleted, added };
}

test("at its end what was live comes back, as one change by who chose the time", async () => {
  await liveUntil();
  expect(await live()).toMatchObject([{ service_name: "Kitting" }, { rate: "$2" }]);
  await over();
  await isEnded();
  expect(await live()).toEqual([
    { service_name: "Returns", rate: "$5", description: null },
    { service_name: "Storage", rate: "$1", description: null },
  ]);
  const changes = await ended();
  expect(changes).toMatchObject([{ note: "Ended: Black Friday", actor_email: people.admin.email }]);
  expect(await stored()).toMatchObject({ ended_change: changes[0]?.change_id, problem: null });
  expect(await remaining()).toEqual([]);
});

test("an end that is late is made up for once, whoever looks, and says which time was meant", async () => {
  await liveUntil();
  await over("3 h");
  await Promise.all(
    Array.from({ length: 4 }, () => site.sql`select public.set_publish_due() as done`),
  );
  await isEnded();
  const changes = await ended();
  expect(changes).toHaveLength(1);
  expect(changes[0]?.note).toMatch(
    /^Ended: Black Friday \(planned for \d{4}-\d\d-\d\d \d\d:\d\d UTC\)$/,
  );
});

test("one that is late for both goes live and ends at once, and visitors see nothing of it", async () => {
  const id = await price("Storage", "$1");
  await save("UPDATE", id, { rate: "$2" });
  await schedule(inDays(1), inDays(2)).throwOnError();
  const seen = site.sql.begin(async (tx) => {
    await tx`update change_sets set publish_at = now() - interval '2 h', end_at = now() - interval '1 h'`;
    await tx`select public.set_publish_due()`;
    return tx`select rate from pricing_items`;
  });
  expect(await seen).toEqual([{ rate: "$1" }]);
  const notes = await site.sql`select note from history where table_name = 'pricing_items'
    and note is not null order by changed_at`;
  expect(notes.map(({ note }) => note.split(" (")[0])).toEqual([
    "Published: Black Friday",
    "Ended: Black Friday",
  ]);
});

test("a process that dies at the end has done nothing, and the next does it", async () => {
  await liveUntil();
  const dying = new pg.Client({ connectionString: site.env.databaseUrl });
  const died = new Promise((resolve) => dying.on("error", resolve));
  await dying.connect();
  await dying.query("begin");
  await dying.query("update change_sets set end_at = now()");
  const { rows } = await dying.query(`select public.set_publish_due() as done,
    pg_backend_pid() as pid`);
  expect(rows).toMatchObject([{ done: 1 }]);
  await site.sql`select pg_terminate_backend(${rows[0].pid})`;
  await died;
  expect(await live()).toMatchObject([{ service_name: "Kitting" }, { rate: "$2" }]);
  await over();
  await isEnded();
  expect(await live()).toMatchObject([{ service_name: "Returns" }, { rate: "$1" }]);
});

describe("what somebody changed since", () => {
  test("stays by the column, and is decided about one by one", async () => {
    const { changed, added } = await liveUntil();
    await setLive(changed, { rate: "$9" });
    await setLive(added, { rate: "$8" });
    await over();
    await isEnded();
    expect(await live()).toEqual([
      { service_name: "Kitting", rate: "$8", description: null },
      { service_name: "Returns", rate: "$5", description: null },
      { service_name: "Storage", rate: "$9", description: null },
    ]);
    expect((await ended())[0]?.note).toBe("Ended: Black Friday, but for 2 changed since");
    const [kitting, storage, ...others] = await remaining();
    expect(others).toEqual([]);
    expect(kitting).toMatchObject({ label: "Kitting", page: "pricing", action: "delete" });
    expect(storage).toMatchObject({
      ...{ label: "Storage", action: "update", present: { rate: "$9" }, target: { rate: "$1" } },
    });
    expect((await dana.rpc("admin_dashboard").throwOnError()).data.waiting_sets).toBe(1);

    await setLive(changed, { rate: "$10" });
    expect((await decide(storage, "before")).error?.message).toBe(
      "This was changed meanwhile. Look at it again.",
    );
    expect((await decide(kitting, "neither")).error?.message).toBe(
      "Keep what is live, or bring back what was before.",
    );
    await decide(kitting, "live").then(({ error }) => expect(error).toBeNull());
    expect((await decide(kitting, "live")).error?.message).toBe(
      "Somebody decided about this already.",
    );
    const again = (await remaining())[0];
    await decide(again, "before").then(({ error }) => expect(error).toBeNull());
    expect(await live()).toMatchObject([{ rate: "$8" }, {}, { rate: "$1" }]);
    expect(await remaining()).toEqual([]);
    expect((await dana.rpc("admin_dashboard").throwOnError()).data.waiting_sets).toBe(0);
  });

  test("is a deletion, or a row brought back: nothing is added or overwritten", async () => {
    const { changed, deleted } = await liveUntil();
    await site.sql`delete from pricing_items where id = ${changed}`;
    await site.sql`insert into pricing_items (id, service_name, rate)
      values (${deleted}, 'Returns', '$7')`;
    await over();
    await isEnded();
    expect(await live()).toEqual([{ service_name: "Returns", rate: "$7", description: null }]);
    expect(await remaining()).toMatchObject([
      { label: "Returns", action: "update", target: { rate: "$5" } },
      { label: "Storage", action: null, obstacle: "deleted since" },
    ]);
    // What is gone can't be brought back here: it is only taken note of.
    for (const step of await remaining()) await decide(step, "before");
    expect(await live()).toMatchObject([{ service_name: "Returns", rate: "$5" }]);
  });

  test("is nothing where it was put back already, also all of it", async () => {
    await liveUntil();
    const { published_change: change } = await stored();
    const what = { change };
    const { data: chosen } = await dana.rpc("history_look", { what }).throwOnError();
    await dana.rpc("history_restore", { what, chosen }).throwOnError();
    await over();
    await isEnded();
    expect(await ended()).toEqual([]);
    expect(await remaining()).toEqual([]);
  });
});

test("an end that can't be is held with the reason, until there is a new time", async () => {
  const { changed } = await liveUntil();
  await site.sql`alter table pricing_items add constraint later check (rate <> '$1') not valid`;
  await over();
  await job(({ problem }) => expect(problem).toMatch(/violates check constraint "later"/));
  expect(await live()).toMatchObject([{ service_name: "Kitting" }, { rate: "$2" }]);
  await site.sql`alter table pricing_items drop constraint later`;
  const { data } = await schedule(null, inDays(1)).throwOnError();
  expect(data).toMatchObject({ problem: null, status: "published" });
  await site.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`truncate history`;
  });
  await over();
  await job(({ problem }) =>
    expect(problem).toBe("The history does not reach back to what was live before."),
  );
  expect((await site.sql`select rate from pricing_items where id = ${changed}`)[0]?.rate).toBe(
    "$2",
  );
});

test("an end comes after now and after the beginning, and is taken away or moved while the set is live", async () => {
  const wrong = "Choose an end that comes after now, and after the set went live.";
  for (const [from, until] of [
    [null, inDays(-1)],
    [inDays(2), inDays(1)],
  ] as const)
    expect((await schedule(from, until)).error?.message).toBe(wrong);
  await liveUntil();
  const moved = inDays(9);
  const { data } = await schedule(null, moved).throwOnError();
  expect([Date.parse(data.end_at), data.status]).toEqual([Date.parse(moved), "published"]);
  expect((await schedule(null, null).throwOnError()).data).toMatchObject({
    ...{ end_at: null, scheduled_by: null, status: "published" },
  });
  await schedule(null, moved).throwOnError();
  await over();
  await isEnded();
  expect((await schedule(null, moved)).error?.message).toMatch(/no longer open/);
});

test("nobody publishes by hand what is over already", async () => {
  const id = await price("Storage", "$1");
  await save("UPDATE", id, { rate: "$2" });
  await schedule(null, inDays(1)).throwOnError();
  await over();
  expect((await publish()).error?.message).toBe(
    "The time at which it ends is over. Choose another one first.",
  );
  expect(await live()).toMatchObject([{ rate: "$1" }]);
});

// The company's clocks go forward on March 14, 2027 and back on November 7.
test.each([
  ["2027-03-12T08:00", "2027-03-15T09:00", 72, "Mar 15, 2027, 9:00 AM PDT"],
  ["2027-11-05T08:00", "2027-11-08T09:00", 74, "Nov 8, 2027, 9:00 AM PST"],
])("from %s until %s on the company's clock are %i hours", async (from, until, hours, shown) => {
  const id = await price("Storage", "$1");
  await save("UPDATE", id, { rate: "$2" });
  const { data } = await schedule(companyInstant(from), companyInstant(until)).throwOnError();
  expect(formatCompanyTime(data.end_at)).toBe(shown);
  /** The clock moved so many hours on from the beginning: the set's times come as much nearer. */
  const clockAt = (after: string) => site.sql`update change_sets
    set publish_at = now() - ${after}::interval, end_at = now() - ${after}::interval
      + (${data.end_at}::timestamptz - ${data.publish_at}::timestamptz)`;
  await clockAt(`${hours} hours -1 minute`);
  await job(({ status }) => expect(status).toBe("published"));
  await site.sql`select public.set_publish_due()`;
  expect(await live()).toMatchObject([{ rate: "$2" }]);
  await clockAt(`${hours} hours`);
  await isEnded();
  expect(await live()).toMatchObject([{ rate: "$1" }]);
});
