import { beforeEach, describe, expect, test, vi } from "vitest";
import { actAs } from "#tests/support/backend.ts";
import { now } from "#tests/support/clock.ts";
import { tables } from "#tests/tables/index.ts";
import { admin, site, withAdmin } from "../steps.ts";

withAdmin();
beforeEach(() => site.sql`delete from contact_submissions`);

let day = 0;
/** Stores a lead, a day later than the previous one, and returns its id. */
async function add(more: object): Promise<string> {
  const row = { ...tables.contact_submissions.make(), mail_next_attempt_at: null };
  const created_at = new Date(Date.UTC(2026, 0, ++day));
  const [stored] = await site.sql`
    insert into contact_submissions ${site.sql({ ...row, created_at, ...more })} returning id`;
  return stored?.id;
}

const othersOf = async (lead: string) =>
  (await admin.rpc("lead_same_person", { lead }).throwOnError()).data;
const idsOf = async (lead: string) => (await othersOf(lead)).map(({ id }: { id: string }) => id);
const join = async (lead: string, other: string) =>
  (await admin.rpc("lead_join", { lead, other }).throwOnError()).data;
const part = async (lead: string) => (await admin.rpc("lead_part", { lead }).throwOnError()).data;
const change = (id: string, changes: object) =>
  admin.from("contact_submissions").update(changes).eq("id", id).throwOnError();
const statuses = async (...ids: string[]) => {
  const rows = await site.sql`select id, status from contact_submissions`;
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
};

describe("recognised", () => {
  test.each([
    ["Call me: (503) 555-0142.", ["phone:15035550142"]],
    ["503.555.0142 or 503-555-0199", ["phone:15035550142", "phone:15035550199"]],
    ["+1 503 555 0142 400 orders", ["phone:15035550142"]],
    ["15035550142", ["phone:15035550142"]],
    ["+44 (0)20 7946 0000", ["phone:442079460000"]],
    ["+49 30 901820", ["phone:4930901820"]],
    ["Order 1234567890123456, $100,200, 2025550, 101-500 a month", []],
    ["Batch 0123456789, 123-456-7890", []],
    ["", []],
  ])("finds in '%s' the numbers %j", async (words, numbers) => {
    const [row] = await site.sql`select private.phone_keys(${words}) as keys`;
    expect(row?.keys.toSorted()).toEqual(numbers);
  });

  test("by address and by number, newest first, and not once it lies in the trash", async () => {
    const first = await add({ email: "Ana@Example.com", name: "Ana" });
    const second = await add({ email: "ana@example.com", message: "Or (503) 555-0142" });
    const third = await add({ email: "else@example.com", message: "+1 503 555 0142" });
    await add({ email: "ana2@example.com", message: "No number" });
    expect(await othersOf(second)).toMatchObject([
      { id: third, by: ["phone"], joined: false },
      { id: first, by: ["email"], joined: false },
    ]);
    expect(await idsOf(third)).toEqual([second]);
    await change(first, { deleted_at: now().toISOString() });
    expect(await idsOf(second)).toEqual([third]);
    await change(first, { deleted_at: null });
    await change(second, { email: "new@example.com", message: "" });
    expect(await idsOf(second)).toEqual([]);
  });

  test("found by the index, not by reading every lead", async () => {
    const plan = await site.sql.begin(async (sql) => {
      await sql`set local enable_seqscan = off`;
      return sql`explain select from private.lead_keys where key = 'email:a@example.com'`;
    });
    expect(JSON.stringify(plan)).toContain("lead_keys_by_key");
  });
});

describe("joined", () => {
  test("joins on request, and changes equal values together until separated", async () => {
    const old = await add({ email: "ana@example.com", status: "closed" });
    const one = await add({ email: "ana@example.com" });
    const two = await add({ email: "ana@example.com" });
    await change(two, { status: "contacted" });
    expect(await statuses(old, one, two)).toEqual(["closed", "new", "contacted"]);
    await change(two, { status: "new" });

    expect(await join(two, one)).toBe(true);
    expect(await join(old, one)).toBe(true);
    expect(await join(one, two)).toBe(true);
    expect((await othersOf(two)).map(({ joined }: { joined: boolean }) => joined)).toEqual([
      true,
      true,
    ]);
    await change(one, { status: "responded", follow_up_on: "2026-12-24" });
    expect(await statuses(old, one, two)).toEqual(["closed", "responded", "responded"]);
    const days = await site.sql`select distinct follow_up_on::text from contact_submissions`;
    expect(days).toEqual([{ follow_up_on: "2026-12-24" }]);

    expect(await part(one)).toBe(true);
    await change(one, { status: "new" });
    expect(await statuses(old, one, two)).toEqual(["closed", "new", "responded"]);
    // Two remain, and with one separated, neither is joined.
    expect(await part(two)).toBe(true);
    expect(await part(old)).toBe(false);
    expect((await othersOf(old)).map(({ joined }: { joined: boolean }) => joined)).toEqual([
      false,
      false,
    ]);
  });

  test("keeps a new reply to one that changes with another", async () => {
    const [one, two] = [await add({}), await add({})];
    await join(one, two);
    const new_answer_at = "2026-11-20T12:00:00.000Z";
    await change(two, { new_answer_at });
    const replied = async () => {
      const [row] = await site.sql`select new_answer_at from contact_submissions where id = ${two}`;
      return row?.new_answer_at?.toISOString();
    };
    await change(one, { status: "contacted" });
    expect(await statuses(one, two)).toEqual(["contacted", "contacted"]);
    expect(await replied()).toBe(new_answer_at);
    const what = { ids: [one] };
    const changes = { status: "closed" };
    const { data } = await admin.rpc("lead_change", { what, changes }).throwOnError();
    await admin.rpc("lead_change_back", { changes, undo: data.undo }).throwOnError();
    expect(await statuses(one, two)).toEqual(["contacted", "contacted"]);
    expect(await replied()).toBe(new_answer_at);
    await change(two, { status: "responded" });
    expect(await replied()).toBeUndefined();
  });

  test("runs a change again that PostgreSQL ended to resolve a deadlock", async () => {
    const lead = await add({ email: "ana@example.com" });
    // A sequence keeps its count when the change is undone.
    await site.sql`create sequence private.deadlocks`;
    await site.sql`grant usage on sequence private.deadlocks to authenticated`;
    await site.sql`create function private.deadlock() returns trigger language plpgsql as $$ begin
      if nextval('private.deadlocks') <= 2 then raise exception using errcode = 'deadlock_detected'; end if;
      return new; end $$`;
    await site.sql`create trigger deadlock before update on contact_submissions
      for each row execute function private.deadlock()`;
    await change(lead, { status: "contacted" });
    expect(await statuses(lead)).toEqual(["contacted"]);
    await site.sql`alter sequence private.deadlocks restart minvalue -10 start -10`;
    await expect(change(lead, { status: "closed" })).rejects.toThrow("Something went wrong");
    expect(await site.sql`select last_value from private.deadlocks`).toMatchObject([
      { last_value: "-8" },
    ]);
    await site.sql`drop trigger deadlock on contact_submissions`;
  });

  test("joins all when two people join two of theirs at once", async () => {
    const [a, b, c, d] = [await add({}), await add({}), await add({}), await add({})];
    await join(a, b);
    await join(c, d);
    let mine: Promise<boolean> | undefined;
    await site.sql.begin(async (tx) => {
      await actAs(tx, admin);
      await tx`select lead_join(${a}, ${c})`;
      let ended = false;
      mine = join(d, b).finally(() => {
        ended = true;
      });
      await tx`set local role none`;
      await vi.waitUntil(async () => {
        const waiting = await tx`select from pg_locks l
          where not l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid))`;
        return ended || waiting.length > 0;
      });
    });
    await mine;
    const conversations =
      await site.sql`select distinct conversation_id from private.lead_conversations
      where submission_id = any (${[a, b, c, d]})`;
    expect(conversations).toHaveLength(1);
  });

  test("keeps separate activity for each", async () => {
    const one = await add({ email: "ana@example.com" });
    const two = await add({ email: "ben@example.com" });
    await join(one, two);
    expect(await othersOf(one)).toMatchObject([{ id: two, by: [], joined: true }]);
    await part(one);
    const activity = await site.sql`select submission_id, kind, actor, details from lead_events
      where kind in ('joined', 'parted') order by happened_at, submission_id = ${two}`;
    expect(activity).toMatchObject([
      { submission_id: one, kind: "joined", actor: "person", details: { note: two } },
      { submission_id: two, kind: "joined", actor: "person", details: { note: one } },
      { submission_id: one, kind: "parted", details: {} },
      { submission_id: two, kind: "parted", details: {} },
    ]);
  });

  test("not with what lies in the trash or is gone", async () => {
    const one = await add({ email: "ana@example.com" });
    const two = await add({ email: "ana@example.com", deleted_at: now() });
    expect(await join(one, two)).toBe(false);
    expect(await join(one, "00000000-0000-4000-8000-000000000000")).toBe(false);
    expect(await join(one, one)).toBe(false);
  });
});
