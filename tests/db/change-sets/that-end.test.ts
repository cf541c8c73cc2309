import pg from "pg";
import { expect, test } from "vitest";
import { companyInstant } from "#app/lib/domain/company-time.ts";
import { formatCompanyTime } from "#contract/time/company-zone.ts";
import { people } from "#tests/support/people.ts";
import {
  dana,
  ended,
  inDays,
  isEnded,
  job,
  live,
  liveUntil,
  over,
  price,
  publish,
  remaining,
  save,
  schedule,
  site,
  stored,
  withSite,
} from "./end-steps.ts";

withSite();

test("restores what was live at the end, as one change by the scheduler", async () => {
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

test("has nothing left to end once all of it is undone, and still ends what is left of a part", async () => {
  await liveUntil();
  const what = { change: (await stored()).published_change };
  const steps = async () => (await dana.rpc("history_look", { what }).throwOnError()).data;
  const undo = (chosen: unknown[]) => dana.rpc("history_restore", { what, chosen }).throwOnError();
  const [first, ...others] = await steps();
  await undo([first]);
  expect(await stored()).toMatchObject({ ended_at: null });
  await undo(others);
  expect(await steps()).toEqual([]);
  expect(await stored()).toMatchObject({ ended_at: expect.any(Date), ended_change: null });
  expect(await remaining()).toEqual([]);
});

test.each([
  ["has its end again", inDays(3), null],
  ["has no end if that is over", inDays(-1), expect.any(Date)],
])("%s when its undoing is undone", async (_, end_at, ended_at) => {
  const { changed } = await liveUntil();
  const newest = async () =>
    (await site.sql`select change_id from history order by changed_at desc limit 1`)[0]?.change_id;
  const undo = async (change: string | null) => {
    const what = { change };
    const { data: chosen } = await dana.rpc("history_look", { what }).throwOnError();
    await dana.rpc("history_restore", { what, chosen }).throwOnError();
    return newest();
  };
  const undoing = await undo((await stored()).published_change);
  await site.sql`update change_sets set end_at = ${end_at}`;
  // Undoing something else leaves the set as it is.
  await site.sql`update pricing_items set service_name = 'Boxes' where id = ${changed}`;
  await undo(await newest());
  expect(await stored()).toMatchObject({ ended_at: expect.any(Date) });
  await undo(undoing);
  expect(await live()).toMatchObject([{ service_name: "Kitting" }, { rate: "$2" }]);
  expect(await stored()).toMatchObject({ ended_at });
  if (ended_at !== null) return;
  await over();
  await isEnded();
  expect(await live()).toMatchObject([{ service_name: "Returns" }, { rate: "$1" }]);
});

test("runs a late end once, and records the scheduled time", async () => {
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

test("publishes and ends a fully late set without showing it", async () => {
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

test("an end interrupted by a crash is undone and run by the next process", async () => {
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

test("an end that fails is held with the reason until it is rescheduled", async () => {
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
    expect(problem).toBe("The history no longer has the version from before this set."),
  );
  expect((await site.sql`select rate from pricing_items where id = ${changed}`)[0]?.rate).toBe(
    "$2",
  );
});

test("requires a future end after the start, which can be moved or removed", async () => {
  const wrong = "Choose an end time in the future and after the set goes live.";
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
    end_at: null,
    scheduled_by: null,
    status: "published",
  });
  await schedule(null, moved).throwOnError();
  await over();
  await isEnded();
  expect((await schedule(null, moved)).error?.message).toMatch(/already published or discarded/);
});

test("refuses to publish a set that is over", async () => {
  const id = await price("Storage", "$1");
  await save("UPDATE", id, { rate: "$2" });
  await schedule(null, inDays(1)).throwOnError();
  await over();
  expect((await publish()).error?.message).toBe(
    "The end time has passed. Choose another one first.",
  );
  expect(await live()).toMatchObject([{ rate: "$1" }]);
});

// The company's clocks go forward on March 14, 2100 and back on November 7.
test.each([
  ["2100-03-12T08:00", "2100-03-15T09:00", 72, "Mar 15, 2100, 9:00 AM PDT"],
  ["2100-11-05T08:00", "2100-11-08T09:00", 74, "Nov 8, 2100, 9:00 AM PST"],
])("from %s until %s on the company's clock are %i hours", async (from, until, hours, shown) => {
  const id = await price("Storage", "$1");
  await save("UPDATE", id, { rate: "$2" });
  const { data } = await schedule(companyInstant(from), companyInstant(until)).throwOnError();
  expect(formatCompanyTime(data.end_at)).toBe(shown);
  /** Moves the clock this far past the start, by moving the set's times closer. */
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
