import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { sentence } from "#app/features/audit_log/words.ts";
import { labelFromKey } from "#app/lib/text/formats.ts";
import { closePool, openPool } from "#server/backend/postgres/pool.ts";
import { cleanAuditLog } from "#server/backend/self-hosted/cleaning.ts";
import { createLog } from "#server/runtime/log.ts";
import { signInStaff } from "#tests/access/everyone.ts";
import { empty, logged, me, mine, owner, site, withAuditLog } from "./steps.ts";

// The server's own jobs would delete old entries a minute after the start.
vi.mock("#server/runtime/jobs.ts", () => ({ every: () => async () => {} }));

/** Nobody rewrites the audit log, it is kept as long as the setting says, and admins read it. */
withAuditLog();

describe("no one can rewrite it", () => {
  const STATEMENTS = [
    "update private.audit_log set actor = 'nobody'",
    "update private.audit_log set detail = null where false",
    "delete from private.audit_log",
    "truncate private.audit_log",
  ];
  beforeEach(() => site.sql`select private.audit('sign_in')`);

  test.each(STATEMENTS)("not even its owner or a superuser: %s", async (statement) => {
    await expect(site.sql.unsafe(statement)).rejects.toMatchObject({
      code: "42501",
      message: "Audit log entries can't be changed.",
    });
    expect(await logged()).toHaveLength(1);
  });

  test("nor any role of the API or the server, which don't see it either", async () => {
    const roles = await site.sql<{ name: string }[]>`select rolname as name from pg_roles
      where rolname in ('anon', 'authenticated', 'service_role')
        or rolname like current_database() || '%'`;
    expect(roles.length).toBe(5);
    const tries = [
      ...STATEMENTS,
      "select * from private.audit_log",
      "insert into private.audit_log (kind, actor) values ('sign_in', 'nobody')",
      "update private.audit_counts set n = 0",
      "select private.audit('sign_in')",
      "select private.add_audit_entry('sign_in', null, null, null, 'nobody', null, null)",
    ];
    for (const { name } of roles)
      for (const statement of tries)
        await expect(
          site.sql.begin(async (tx) => {
            await tx.unsafe(`set local role "${name}"`);
            await tx.unsafe(statement);
          }),
          `${name}: ${statement}`,
        ).rejects.toThrow(/permission denied/);
    expect(await logged()).toHaveLength(1);
  });

  test("takes only kinds it knows, and cuts long texts", async () => {
    await expect(site.sql`select private.audit('rumor')`).rejects.toThrow(/kind_is_known/);
    await site.sql`select private.audit('sign_in', repeat('a', 5000), repeat('b', 5000))`;
    const [, cut] = await logged();
    expect([cut?.about?.length, cut?.detail?.length]).toEqual([254, 300]);
  });
});

describe("it is kept", () => {
  const keep = (months: string) => site.sql`
    insert into site_settings (setting_key, setting_value) values ('audit_log_months', ${months})
    on conflict (setting_key) do update set setting_value = excluded.setting_value`;
  /** Adds an entry of this age, which nobody else can: the time is the database's. */
  const addOld = (age: string, many = 1) => site.sql`
    insert into private.audit_log (kind, actor, at)
    select 'sign_in', ${age}, now() - ${age}::interval from generate_series(1, ${many})`;
  const ages = async () => (await logged()).map(({ actor }) => actor);

  test("for the configured months, a year by default", async () => {
    await addOld("13 months");
    await addOld("11 months");
    await owner.rpc("audit_clean").throwOnError();
    expect(await ages()).toEqual(["11 months"]);
    await keep("6");
    await empty();
    await addOld("7 months", 3);
    await addOld("5 months");
    expect((await owner.rpc("audit_clean", { batch: 2 }).throwOnError()).data).toBe(2);
    await keep("60");
    await empty();
    await addOld("59 months");
    await owner.rpc("audit_clean").throwOnError();
    expect(await ages()).toEqual(["59 months"]);
    await site.sql`delete from site_settings where setting_key = 'audit_log_months'`;
  });

  test("by the server's hourly job, in batches", async () => {
    await addOld("13 months", 1500);
    await site.sql`insert into private.audit_counts
      values ('sign_in', gen_random_uuid(), now() - interval '2 days', 3)`;
    const pool = openPool(site.env.databaseUrl as string, createLog("silent"), 1);
    await cleanAuditLog(pool, AbortSignal.abort());
    expect(await ages()).toHaveLength(1500);
    await cleanAuditLog(pool, new AbortController().signal);
    await closePool(pool);
    expect(await ages()).toEqual([]);
    expect(await site.sql`select from private.audit_counts`).toEqual([]);
  });

  test.each(["", "0", "2", "61", "600", "twelve", "12.5", " 12", "-3"])(
    "but not for %j months",
    async (months) => {
      await expect(keep(months)).rejects.toThrow("audit_log_months_is_a_number");
    },
  );

  test("by a setting of admins, whose change is logged", async () => {
    const editor = await signInStaff(site, "editor");
    await keep("12");
    await empty();
    const change = (who: SupabaseClient, setting_value: string) =>
      who.from("site_settings").update({ setting_value }).eq("setting_key", "audit_log_months");
    await change(editor, "3");
    expect(await logged()).toEqual([]);
    await change(owner, "24");
    expect(await logged()).toMatchObject([
      { about: "audit_log_months", detail: "from 12 to 24", actor: me },
    ]);
    await site.sql`delete from site_settings where setting_key = 'audit_log_months'`;
  });
});

describe("admins read it", () => {
  interface Entry {
    id: string;
    at: string;
    actor: string;
  }
  const list = async (what: object = {}, older_than?: Entry) =>
    (await owner.rpc("audit_list", { what, ...(older_than && { older_than }) }).throwOnError())
      .data as { entries: Entry[]; people: string[] | null };
  const actors = async (what: object) => (await list(what)).entries.map(({ actor }) => actor);
  const add = (kind: string, actor: string, at: string, about: string | null = null) => site.sql`
    insert into private.audit_log (kind, actor, at, about) values (${kind}, ${actor}, ${at}, ${about})`;

  // In a year whose entries the server's hourly job doesn't delete.
  test("by kind, person and day of the company", async () => {
    await site.sql`insert into site_settings (setting_key, setting_value)
      values ('time_zone', 'America/New_York')
      on conflict (setting_key) do update set setting_value = excluded.setting_value`;
    await empty();
    await add("sign_in", "a@x.example", "2099-11-10T04:59:59Z");
    await add("role_changed", "b@x.example", "2099-11-10T05:00:00Z", "a@x.example");
    await add("leads_exported", "b@x.example", "2099-11-11T04:59:59Z");
    await add("keys_made", "server", "2099-11-11T05:00:00Z");
    const all = ["server", "b@x.example", "b@x.example", "a@x.example"];
    expect(await actors({})).toEqual(all);
    expect(await actors({ since: "2099-11-10", until: "2099-11-10" })).toEqual(all.slice(1, 3));
    expect(await actors({ since: "2099-11-11" })).toEqual(["server"]);
    expect(await actors({ until: "2099-11-09" })).toEqual(["a@x.example"]);
    expect(await actors({ group: "sign_ins" })).toEqual(["a@x.example"]);
    expect(await actors({ group: "data" })).toEqual(["b@x.example"]);
    expect(await actors({ group: "unknown" })).toEqual([]);
    // Who did it, and whom it was about.
    expect(await actors({ person: "a@x.example" })).toEqual(["b@x.example", "a@x.example"]);
    expect((await list()).people).toEqual(["a@x.example", "b@x.example", "server"]);
    const { data } = await owner.rpc("audit_export", { what: { person: "server" } }).throwOnError();
    expect(data).toMatchObject({ entries: [{ kind: "keys_made" }], more: false });
  });

  test("each kind in exactly one group", async () => {
    const kinds = await site.sql`
      select kind, (
        select count(*)::int from unnest(array['sign_ins', 'passwords', 'roles', 'data', 'settings']) g
        where kind = any (private.audit_kinds(g))
      ) as groups
      from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\\w+)''::text', 'g') as m,
        lateral (select m[1] as kind) k
      where conname = 'audit_log_kind_is_known'`;
    expect(kinds.length).toBeGreaterThan(20);
    expect(kinds.filter(({ groups }) => groups !== 1)).toEqual([]);
    const entry = { actor: me, about: "20261122T110000Z", detail: null };
    const silent = kinds.filter(
      ({ kind }) => sentence({ kind, ...entry }, {}) === labelFromKey(kind),
    );
    expect(silent).toEqual([]);
  });

  test("page by page, each entry once, also of the same moment", async () => {
    await site.sql`insert into private.audit_log (kind, actor, at)
      select 'sign_in', n::text, '2099-11-10T12:00:00Z' from generate_series(1, 120) n`;
    const pages: Entry[][] = [];
    for (let last: Entry | undefined; pages.length < 4; ) {
      const { entries, people: known } = await list({}, last);
      expect(known === null).toBe(pages.length > 0);
      pages.push(entries);
      last = entries.at(-1);
      if (!last) break;
    }
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20, 0]);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(120);
  });

  test("as a file of at most 10,000 rows, which is an entry too", async () => {
    await site.sql`insert into private.audit_log (kind, actor, at)
      select 'sign_in', 'a@x.example', now() - n * interval '1 minute' from generate_series(1, 10001) n`;
    const { data } = await owner.rpc("audit_export").throwOnError();
    expect(data.entries).toHaveLength(10_000);
    expect(data.more).toBe(true);
    expect(data.entries[0]).not.toHaveProperty("actor_id");
    expect((await list()).entries[0]).toMatchObject({
      kind: "audit_log_exported",
      detail: "10000 rows",
      ...mine,
    });
  });

  test("and the longest entries fit into a response", async () => {
    await site.sql`insert into private.audit_log (kind, actor, about, detail)
      select 'webhook_saved', repeat('é', 254), repeat('é', 254), repeat('é', 300)
      from generate_series(1, 10000) n`;
    const { data } = await owner.rpc("audit_export").throwOnError();
    expect(data.more).toBe(true);
    expect(data.entries.length).toBeGreaterThan(2_000);
  });

  test.each(["visitor", "stranger", "sales", "editor"] as const)("but not a %s", async (who) => {
    const client =
      who === "visitor"
        ? site.visitor()
        : who === "stranger"
          ? await site.stranger()
          : await signInStaff(site, who);
    for (const name of ["audit_list", "audit_export", "audit_clean"]) {
      const { data, error } = await client.rpc(name);
      expect([name, data, error?.code]).toEqual([name, null, "42501"]);
    }
    const { error } = await client.from("audit_log").select();
    expect(error).not.toBeNull();
  });
});
