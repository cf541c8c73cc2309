import pg from "pg";
import { beforeEach, expect, test, vi } from "vitest";
import type { ChangeSet } from "#app/lib/data/database.types.ts";
import { companyClock, companyInstant } from "#app/lib/domain/company-time.ts";
import { formatCompanyTime, setCompanyZone } from "#contract/time/company-zone.ts";
import { DAY, fromNow } from "#tests/support/clock.ts";
import { people } from "#tests/support/people.ts";
import { admin as dana, site, withAdmin } from "../steps.ts";

let set: ChangeSet;
let id: string;
withAdmin();
beforeEach(async () => {
  await site.sql`delete from change_sets`;
  await site.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`truncate history`;
  });
  set = (await dana.rpc("set_create", { name: "Black Friday" }).throwOnError()).data;
  const [row] =
    await site.sql`insert into pricing_items (service_name, rate) values ('Storage', '$1')
    returning id, updated_at::text`;
  id = row?.id;
  const { data } = await dana
    .rpc("set_save", {
      of_set: set.id,
      list: "pricing_items",
      id,
      operation: "UPDATE",
      patch: { rate: "$2" },
      seen: row?.updated_at,
    })
    .throwOnError();
  expect(data.stale).toBe(false);
});

const schedule = (publish_at: string | null, client = dana) =>
  client.rpc("set_schedule", { of_set: set.id, publish_at });
const tomorrow = () => fromNow(DAY).toISOString();
/** Sets the publishing time to this long ago. */
const due = (ago = "0 s") =>
  site.sql`update change_sets set publish_at = now() - ${ago}::interval where id = ${set.id}`;
const stored = async () =>
  (await site.sql`select * from change_sets where id = ${set.id}`)[0] as unknown as ChangeSet;
const rate = async () => (await site.sql`select rate from pricing_items where id = ${id}`)[0]?.rate;
const published = () =>
  site.sql`select distinct change_id, note, actor_email from history where note like 'Published%'`;
/** Waits for the server's own job. */
const job = (said: (now: ChangeSet) => void) => vi.waitFor(async () => said(await stored()));

test("publishes a scheduled set in its scheduler's name", async () => {
  await schedule(tomorrow()).throwOnError();
  await due();
  await job(({ status }) => expect(status).toBe("published"));
  expect(await rate()).toBe("$2");
  expect(await published()).toMatchObject([
    { note: "Published: Black Friday", actor_email: people.admin.email },
  ]);
});

test("publishes late sets, and records the scheduled time", async () => {
  await schedule(tomorrow()).throwOnError();
  await due("3 h");
  await job(({ status }) => expect(status).toBe("published"));
  const [change] = await published();
  expect(change?.note).toMatch(
    /^Published: Black Friday \(planned for \d{4}-\d\d-\d\d \d\d:\d\d UTC\)$/,
  );
});

test("publishes once when several processes look", async () => {
  await schedule(tomorrow()).throwOnError();
  await due();
  const looks = await Promise.all(
    Array.from({ length: 4 }, () => site.sql`select public.set_publish_due() as published`),
  );
  await job(({ status }) => expect(status).toBe("published"));
  expect(looks.filter(([row]) => row?.published).length).toBeLessThanOrEqual(1);
  expect(await published()).toHaveLength(1);
});

test("publishes after a process died halfway", async () => {
  await schedule(tomorrow()).throwOnError();
  const dying = new pg.Client({ connectionString: site.env.databaseUrl });
  const died = new Promise((resolve) => dying.on("error", resolve));
  await dying.connect();
  await dying.query("begin");
  await dying.query("update change_sets set publish_at = now()");
  const { rows } = await dying.query(`select public.set_publish_due() as published,
    pg_backend_pid() as pid`);
  expect(rows).toMatchObject([{ published: 1 }]);
  await site.sql`select pg_terminate_backend(${rows[0].pid})`;
  await died;
  expect(await rate()).toBe("$1");
  expect(await stored()).toMatchObject({ status: "open" });
  await due();
  await job(({ status }) => expect(status).toBe("published"));
  expect(await rate()).toBe("$2");
});

test("records two due sets as two changes", async () => {
  const { data: other } = await dana.rpc("set_create", { name: "Christmas" }).throwOnError();
  const call = {
    of_set: other.id,
    list: "faq_items",
    id: crypto.randomUUID(),
    operation: "INSERT",
  };
  await dana
    .rpc("set_save", { ...call, patch: { question: "Do you wrap?", answer: "Yes." } })
    .throwOnError();
  await schedule(tomorrow()).throwOnError();
  await dana.rpc("set_schedule", { of_set: other.id, publish_at: tomorrow() }).throwOnError();
  await site.sql`update change_sets set publish_at = now()`;
  await vi.waitFor(async () => expect(await published()).toHaveLength(2));
});

test("holds a set that can't be published, with the reason", async () => {
  await schedule(tomorrow()).throwOnError();
  await site.sql`update pricing_items set rate = '$9' where id = ${id}`;
  await due();
  await job(({ problem }) =>
    expect(problem).toBe(
      "Some of this was changed on the live site. Resolve it in the review first.",
    ),
  );
  expect(await rate()).toBe("$9");
  expect((await schedule(tomorrow()).throwOnError()).data).toMatchObject({ problem: null });
});

test("publishes nothing for someone who lost their rights", async () => {
  await schedule(tomorrow()).throwOnError();
  await site.sql`update change_sets set scheduled_by =
    (select id from auth.users where email = ${people.stranger.email})`;
  await due();
  await job(({ problem }) => expect(problem).toBe("Only editors and admins can do this."));
  expect(await rate()).toBe("$1");
});

test("publishes due sets on an admin's visit when nothing else does", async () => {
  await schedule(tomorrow()).throwOnError();
  await due();
  const { error } = await dana.rpc("set_publish_due");
  expect(error).toBeNull();
  await job(({ status }) => expect(status).toBe("published"));
  expect(await published()).toHaveLength(1);
});

test("refuses a past time, and removes a schedule", async () => {
  const over = await schedule(fromNow(-1_000).toISOString());
  expect(over.error?.message).toBe("Choose a time in the future.");
  await schedule(tomorrow()).throwOnError();
  expect((await schedule(null).throwOnError()).data).toMatchObject({
    publish_at: null,
    scheduled_by: null,
  });
});

// The company's clocks go forward on March 14, 2100 at 2:00 and back on November 7 at 2:00.
test.each([
  ["2100-03-14T01:59", "2100-03-14T09:59:00Z", "Mar 14, 2100, 1:59 AM PST"],
  ["2100-03-14T03:00", "2100-03-14T10:00:00Z", "Mar 14, 2100, 3:00 AM PDT"],
  ["2100-03-14T02:30", "2100-03-14T10:30:00Z", "Mar 14, 2100, 3:30 AM PDT"],
  ["2100-11-07T00:59", "2100-11-07T07:59:00Z", "Nov 7, 2100, 12:59 AM PDT"],
  ["2100-11-07T01:30", "2100-11-07T09:30:00Z", "Nov 7, 2100, 1:30 AM PST"],
])("%s on the company's clock is %s, and is shown as %s", async (clock, instant, shown) => {
  const { data } = await schedule(companyInstant(clock)).throwOnError();
  expect(Date.parse(data.publish_at)).toBe(Date.parse(instant));
  expect(formatCompanyTime(data.publish_at)).toBe(shown);
  if (clock !== "2100-03-14T02:30") expect(companyClock(data.publish_at)).toBe(clock);
});

test("an hour that another company's clock leaves out is an hour later there", async () => {
  setCompanyZone("Europe/Berlin");
  try {
    const { data } = await schedule(companyInstant("2100-03-28T02:30")).throwOnError();
    expect(Date.parse(data.publish_at)).toBe(Date.parse("2100-03-28T01:30:00Z"));
    expect(formatCompanyTime(data.publish_at)).toBe("Mar 28, 2100, 3:30 AM GMT+2");
  } finally {
    setCompanyZone(undefined);
  }
});
