import { describe, expect, test } from "vitest";
import type { LeadsWanted } from "#app/lib/data/database.types.ts";
import { now } from "#tests/support/clock.ts";
import { people } from "#tests/support/people.ts";
import { add, admin, change, me, rowOf, site, useUpNotices, withSite } from "../steps.ts";

withSite();

type Changes = Parameters<typeof changeIds>[1];
const changeIds = async (ids: string[], changes: object, more: object = {}) =>
  (await admin.rpc("lead_change", { what: { ids, ...more }, changes }).throwOnError()).data;
const changeFound = (what: Partial<LeadsWanted>, changes: object, expected?: number) =>
  admin.rpc("lead_change", { what, changes, ...(expected !== undefined && { expected }) });
const changeBack = async (changes: Changes, undo: object[]) =>
  (await admin.rpc("lead_change_back", { changes, undo }).throwOnError()).data;

const column = async (name: string) =>
  (await site.sql`select ${site.sql(name)} as value from contact_submissions order by name`).map(
    ({ value }) => value,
  );
const eventsOf = async (id: string) => {
  const rows = await site.sql`select kind, actor, actor_id, details from lead_events
    where submission_id = ${id} and kind <> 'created' order by happened_at, id`;
  return rows.map((row) => [row.kind, row.actor, row.actor_id, row.details]);
};

describe("leads changed at once", () => {
  test("are exactly those that the filters match, on all pages", async () => {
    await site.sql`insert into contact_submissions
        (name, email, monthly_volume, platforms, mail_next_attempt_at)
      select 'Seller ' || n, n || '@example.com', '0-50', array['Etsy'], null
      from generate_series(100, 336) as n`;
    const other = await add({ name: "Other", platforms: ["Amazon"] });
    const trash = await add({ name: "Trash", platforms: ["Etsy"], deleted_at: now() });
    const { data } = await changeFound({ platform: "Etsy" }, { status: "contacted" }, 237);
    expect(data?.found).toBe(237);
    expect(data?.undo).toHaveLength(237);
    expect((await column("status")).filter((status) => status === "contacted")).toHaveLength(237);
    expect((await rowOf(other))?.status).toBe("new");
    expect((await rowOf(trash))?.status).toBe("new");
    expect(await changeBack({ status: "contacted" }, data?.undo ?? [])).toBe(237);
    expect(new Set(await column("status"))).toEqual(new Set(["new"]));
  });

  test("keep their own activity and history", async () => {
    const [one, two] = [await add({ name: "Ana" }), await add({ name: "Ben", status: "closed" })];
    const { undo } = await changeIds([one, two], { status: "closed" });
    expect(undo).toMatchObject([{ id: one, status: "new", closed_at: null, outcome: null }]);
    const set = ["status", "person", me, { from: "new", to: "closed" }];
    expect(await eventsOf(one)).toEqual([set]);
    expect(await eventsOf(two)).toEqual([]);
    const recorded = await site.sql`select before, after from history
      where row_id = ${one} and operation = 'UPDATE'`;
    expect(recorded).toMatchObject([{ before: { status: "new" }, after: { status: "closed" } }]);
    await changeBack({ status: "closed" }, undo);
    const back = ["status", "person", me, { from: "closed", to: "new" }];
    expect(await eventsOf(one)).toEqual([set, back]);
  });

  test("have the same new reply after Undo, or the one that arrived meanwhile", async () => {
    const [one, two] = [await add({ status: "contacted" }), await add({ status: "contacted" })];
    const replied = async (id: string) => (await rowOf(id))?.new_answer_at?.toISOString();
    const [at, later] = ["2026-11-20T12:00:00.000Z", "2026-11-20T12:00:05.000Z"];
    await change(one, { new_answer_at: at });
    const { undo } = await changeIds([one, two], { status: "closed" });
    expect(await replied(one)).toBeUndefined();
    await change(two, { new_answer_at: later });
    expect(await changeBack({ status: "closed" }, undo)).toBe(2);
    expect([await replied(one), await replied(two)]).toEqual([at, later]);
  });

  test("don't change if their number changed meanwhile", async () => {
    await add({ name: "Ana" });
    await add({ name: "Ben" });
    for (const expected of [undefined, 1, 3]) {
      const { error } = await changeFound({}, { status: "closed" }, expected);
      expect(error?.message).toBe("Someone else changed the list. Reload and try again.");
    }
    expect(await column("status")).toEqual(["new", "new"]);
  });

  test("are 500 at most", async () => {
    await site.sql`insert into contact_submissions
        (name, email, monthly_volume, platforms, mail_next_attempt_at)
      select 'Seller ' || n, n || '@example.com', '0-50', array['Etsy'], null
      from generate_series(1, 501) as n`;
    const sentence = "At most 500 leads can be changed at once. Narrow the list first.";
    const found = await changeFound({}, { status: "closed" }, 501);
    expect(found.error?.message).toBe(sentence);
    const undo = (await site.sql`select id, 'closed' as status from contact_submissions`).map(
      ({ id, status }) => ({ id, status }),
    );
    const given = await admin.rpc("lead_change_back", { changes: { status: "new" }, undo });
    expect(given.error?.message).toBe(sentence);
    expect(new Set(await column("status"))).toEqual(new Set(["new"]));
  });

  test("change together or not at all", async () => {
    const [one, two] = [await add({ name: "Ana" }), await add({ name: "Ben", status: "closed" })];
    const refused = await admin.rpc("lead_change", {
      what: { ids: [one, two] },
      changes: { owner_id: crypto.randomUUID() },
    });
    expect(refused.error?.code).toBe("23503");
    expect(await column("owner_id")).toEqual([null, null]);
  });

  test.each(["name", "email", "mail_status", "search_text", "id", "created_at"])(
    "never have another %s",
    async (name) => {
      const id = await add();
      const before = await rowOf(id);
      for (const changes of [{ [name]: "x" }, { status: "closed", [name]: "x" }, {}] as object[])
        for (const { error } of [
          await admin.rpc("lead_change", { what: { ids: [id] }, changes }),
          await admin.rpc("lead_change_back", { changes, undo: [{ id, name: "x" }] }),
        ])
          expect(error?.message).toMatch(/^Change one thing at a time/);
      expect(await rowOf(id)).toEqual(before);
    },
  );
});

describe("undone", () => {
  test.each<[string, object, object, object]>([
    ["status", { status: "contacted" }, { status: "new" }, { status: "responded" }],
    [
      "follow-up",
      { follow_up_on: "2026-12-24" },
      { follow_up_on: null },
      { follow_up_on: "2027-01-02" },
    ],
  ])("undoes a %s that did not change since", async (_, changes, before, since) => {
    const ids = [await add({ name: "Ana" }), await add({ name: "Ben" })];
    const { undo } = await changeIds(ids, changes);
    await change(ids[1] ?? "", since);
    expect(await changeBack(changes, undo)).toBe(1);
    const { data } = await admin.from("contact_submissions").select().in("id", ids).order("name");
    expect(data).toMatchObject([before, since]);
  });

  test("gives each lead its previous owner again", async () => {
    const [mine, nobodys] = [await add({ name: "Ana", owner_id: me }), await add({ name: "Ben" })];
    const { undo } = await changeIds([mine, nobodys], { owner_id: null });
    expect(undo).toEqual([{ id: mine, owner_id: me }]);
    await changeBack({ owner_id: null }, undo);
    expect(await column("owner_id")).toEqual([me, null]);
  });

  test("gives spam its previous reason and queued email again", async () => {
    await useUpNotices(site.sql);
    const ids = [
      await add({ name: "Ana", mail_next_attempt_at: now() }),
      await add({ name: "Ben", spam_reason: "too fast" }),
      await add({ name: "Cleo", is_spam: true, spam_reason: "trap filled" }),
    ];
    const marked = await changeIds(ids, { is_spam: true });
    expect(await column("spam_reason")).toEqual(["marked by staff", "too fast", "trap filled"]);
    expect((await rowOf(ids[0] ?? ""))?.mail_next_attempt_at).toBeNull();
    expect(await changeBack({ is_spam: true }, marked.undo)).toBe(2);
    expect(await column("is_spam")).toEqual([false, false, true]);
    expect(await column("spam_reason")).toEqual([null, "too fast", "trap filled"]);
    expect((await rowOf(ids[0] ?? ""))?.mail_next_attempt_at).toBeInstanceOf(Date);

    const cleared = await changeIds(ids, { is_spam: false });
    expect(await column("spam_reason")).toEqual([null, null, null]);
    expect(await changeBack({ is_spam: false }, cleared.undo)).toBe(2);
    expect(await column("is_spam")).toEqual([false, false, true]);
    expect(await column("spam_reason")).toEqual([null, "too fast", "trap filled"]);
  });

  test("restores deleted leads that are still in the trash", async () => {
    const ids = [await add({ name: "Ana" }), await add({ name: "Ben" })];
    const gone = { deleted_at: "2001-01-01T00:00:00Z" };
    const { undo } = await changeIds(ids, gone);
    await change(ids[1] ?? "", { deleted_at: null });
    expect(await changeBack(gone, undo)).toBe(1);
    expect(await column("deleted_at")).toEqual([null, null]);
  });

  test("changes trashed leads only on request", async () => {
    const id = await add({ deleted_at: now() });
    expect(await changeIds([id], { deleted_at: null })).toEqual({ found: 0, undo: [] });
    expect((await changeIds([id], { deleted_at: null }, { show: "trash" })).found).toBe(1);
    expect(await column("deleted_at")).toEqual([null]);
  });
});

test.each(["visitor", "stranger"] as const)("a %s changes and exports nothing", async (who) => {
  const id = await add();
  const client = await site[who]();
  const undo = [{ id, status: "closed" }];
  for (const call of [
    client.rpc("lead_change", { what: { ids: [id] }, changes: { status: "closed" } }),
    client.rpc("lead_change", { what: {}, changes: { status: "closed" }, expected: 1 }),
    client.rpc("lead_change_back", { changes: { status: "new" }, undo }),
    client.rpc("lead_export", { ids: [id] }),
  ])
    expect((await call).error?.code).toBe("42501");
  expect((await rowOf(id))?.status).toBe("new");
});

describe("for an export", () => {
  const exported = async (ids: string[]) =>
    (await admin.rpc("lead_export", { ids }).throwOnError()).data;

  test("notes are one text, oldest first, with time and author", async () => {
    const [id, other] = [await add(), await add()];
    await site.sql`insert into submission_notes (submission_id, author_email, body, created_at) values
      (${id}, 'lee@example.com', 'Called back.', '2026-11-05T17:54:59Z'),
      (${id}, null, 'First', '2026-11-04T01:00:00Z')`;
    expect(await exported([other, id])).toEqual([
      { id: other, notes: "", answered_at: null },
      {
        id,
        answered_at: null,
        notes:
          "2026-11-04 01:00 UTC, Someone: First\n\n2026-11-05 17:54 UTC, lee@example.com: Called back.",
      },
    ]);
  });

  test("a note's author is named, as on the screen", async () => {
    const id = await add();
    const named = (name: object) => site.sql`
      update auth.users set raw_user_meta_data = ${site.sql.json(name as never)}
      where email = ${people.admin.email}`;
    await named({ full_name: "Dana Ortiz" });
    await site.sql`insert into submission_notes (submission_id, author_email, body, created_at) values
      (${id}, ${people.admin.email}, 'Called back.', '2026-11-05T17:54:59Z')`;
    const [details] = await exported([id]);
    await named({});
    expect(details?.notes).toBe("2026-11-05 17:54 UTC, Dana Ortiz: Called back.");
  });

  test("it was answered when it was first contacted, and not while it is new again", async () => {
    const id = await add();
    const answeredAt = async () => (await exported([id]))[0]?.answered_at;
    const events = () => site.sql`select happened_at from lead_events
      where submission_id = ${id} and kind = 'status' order by happened_at, id`;
    await change(id, { status: "closed" });
    expect(await answeredAt()).toBeNull();
    await change(id, { status: "contacted" });
    await change(id, { status: "responded" });
    const [, contacted] = await events();
    expect(new Date((await answeredAt()) ?? 0)).toEqual(contacted?.happened_at);
    await change(id, { status: "new" });
    expect(await answeredAt()).toBeNull();
  });

  test("long notes fit into a cell, and come in several answers", async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => add()));
    await site.sql.begin(async (tx) => {
      // Skips the triggers: indexing these texts for the search would take seconds.
      await tx`set local session_replication_role = replica`;
      await tx`insert into submission_notes (submission_id, body)
        select id, repeat('x', 5000) from contact_submissions, generate_series(1, 8)`;
    });
    const first = await exported(ids);
    expect(first.map(({ id }) => id)).toEqual(ids.slice(0, first.length));
    expect(first.length).toBeGreaterThan(20);
    expect(first.length).toBeLessThan(60);
    expect(first.map(({ notes }) => notes.length)).toEqual(first.map(() => 32_000));
    expect(first[0]?.notes.at(-1)).toBe("…");
    const rest = await exported(ids.slice(first.length));
    expect([...first, ...rest].map(({ id }) => id)).toEqual(ids);
  });
});
