import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closePool, openPool } from "#server/backend/postgres/pool.ts";
import { cleanAuditLog } from "#server/backend/self-hosted/cleaning.ts";
import { addUser } from "#server/backend/self-hosted/first-admin.ts";
import { createLog } from "#server/runtime/log.ts";
import { signInStaff } from "#tests/access/everyone.ts";
import { openTestBackend, signInAt, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";
import { tables } from "#tests/tables/index.ts";

/** What the audit log records, of whom and from where, and that nobody rewrites it. */
let site: TestBackend;
let owner: SupabaseClient;
const me = people.admin.email;
/** Where the requests of the test's clients come from, and a browser that signed in. */
const ADDRESS = "203.0.113.7";
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

beforeAll(async () => {
  site = await openTestBackend();
  await site.sql`alter table private.account_notices alter column due_at set default 'infinity'`;
  owner = await site.admin();
  await site.sql`update auth.sessions set user_agent = ${CHROME}, ip = '198.51.100.9'`;
});
afterAll(() => site.close());

/** Empties the log around its guard, as only an owner can who changes the table. */
async function empty() {
  await site.sql`alter table private.audit_log disable trigger user`;
  await site.sql`delete from private.audit_log`;
  await site.sql`alter table private.audit_log enable trigger user`;
  await site.sql`delete from private.audit_counts`;
}
beforeEach(empty);

const logged = async () => [
  ...(await site.sql`
    select kind, actor, about, detail, host(address) as address, browser
    from private.audit_log order by at, id`),
];
/** What an entry of the signed-in owner has, whatever was done. */
const mine = { actor: me, address: ADDRESS, browser: "Chrome on Windows" };
const emailOf = async (client: SupabaseClient) => (await client.auth.getUser()).data.user?.email;
const idOf = async (client: SupabaseClient) => (await client.auth.getUser()).data.user?.id ?? "";

describe("sign-ins", () => {
  test("are entries with the address and browser of the session", async () => {
    const id = await idOf(owner);
    await site.sql`insert into auth.sessions (id, user_id, ip, user_agent)
      values (gen_random_uuid(), ${id}, '2001:db8::7', ${CHROME})`;
    expect(await logged()).toEqual([
      {
        kind: "sign_in",
        actor: me,
        about: null,
        detail: null,
        address: "2001:db8::7",
        browser: "Chrome on Windows",
      },
    ]);
    await site.admin();
    expect(await logged()).toMatchObject([{}, { kind: "sign_in", actor: me }]);
  });

  test("of one account are thinned out after twenty in an hour", async () => {
    const id = await idOf(owner);
    await site.sql`insert into auth.sessions (id, user_id)
      select gen_random_uuid(), ${id} from generate_series(1, 150)`;
    const entries = await logged();
    expect(entries).toHaveLength(21);
    expect(entries.at(-1)).toMatchObject({ detail: "100 sign-ins this hour" });
    await site.sql`delete from auth.sessions where user_agent is null`;
  });

  test("of people who never had a role are not logged", async () => {
    await site.stranger();
    await site.visitor().auth.signInWithPassword({ ...people.stranger, password: "wrong" });
    await site.visitor().auth.signInWithPassword({ email: "nobody@example.com", password: "x" });
    expect(await logged()).toEqual([]);
    expect(await site.sql`select from private.audit_counts`).toEqual([]);
  });

  test("that fail are logged at the 1st, 10th and 100th time in an hour", async () => {
    const fail = () =>
      site.visitor().auth.signInWithPassword({ email: me.toUpperCase(), password: "wrong" });
    await fail();
    const first = {
      kind: "sign_in_failed",
      actor: "visitor",
      about: me,
      detail: null,
      address: ADDRESS,
      browser: null,
    };
    expect(await logged()).toEqual([first]);
    for (let n = 2; n <= 120; n += 1)
      await site.sql`select private.audit_failed_sign_in(${me}, ${ADDRESS}, ${CHROME})`;
    const later = { ...first, browser: "Chrome on Windows" };
    expect(await logged()).toEqual([
      first,
      { ...later, detail: "10 failed attempts this hour" },
      { ...later, detail: "100 failed attempts this hour" },
    ]);
    await site.sql`update private.audit_counts set hour = hour - interval '1 hour'`;
    await fail();
    expect(await logged()).toHaveLength(4);
  });

  test("of someone who was removed are still logged", async () => {
    const person = await signInStaff(site, "sales");
    const email = await emailOf(person);
    await owner.rpc("admin_remove", { user_id: await idOf(person) }).throwOnError();
    await empty();
    await site.visitor().auth.signInWithPassword({ email: email ?? "", password: "wrong" });
    expect(await logged()).toMatchObject([{ kind: "sign_in_failed", about: email }]);
  });
});

test.each([
  [CHROME, "Chrome on Windows"],
  [`${CHROME} Edg/142.0.0.0`, "Edge on Windows"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["curl/8.5.0", "Unknown browser"],
  [" ", null],
])("%j is called %j", async (agent, words) => {
  const [row] = await site.sql`select private.browser_in_words(${agent}) as words`;
  expect(row?.words).toBe(words);
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:10.0.0.8", "10.0.0.8"],
  ["2001:db8::1", "2001:db8::1"],
  ["this process", null],
  ["1.2.3.4'; --", null],
])("the address %j is %j", async (given, known) => {
  const [row] = await site.sql`select host(private.address_of(${given})) as address`;
  expect(row?.address).toBe(known);
});

test.each([
  [{ "x-forwarded-for": "192.0.2.1, 203.0.113.7" }, "203.0.113.7"],
  [{ "cf-connecting-ip": "198.51.100.1", "x-forwarded-for": "203.0.113.7" }, "198.51.100.1"],
  // On the company's own network.
  [{ "x-forwarded-for": "10.0.0.8" }, "10.0.0.8"],
  // An edge function of hosted Supabase.
  [{ "x-forwarded-for": "203.0.113.7", "user-agent": "Deno/2.1 (SupabaseEdgeRuntime)" }, null],
  [{}, null],
])("a request with %j came from %j", async (headers, known) => {
  const [row] = await site.sql.begin(async (tx) => {
    await tx`select set_config('request.headers', ${JSON.stringify(headers)}, true)`;
    return tx`select host(private.caller_address()) as address`;
  });
  expect(row?.address).toBe(known);
});

describe("passwords", () => {
  const PASSWORD = "shipping-label-9";

  test("are changed by the person, from where they signed in", async () => {
    const email = "changes@example.com";
    const id = await addUser(site.sql, email, "pallet-jack-43");
    await site.sql`insert into staff (user_id, is_editor) values (${id}, true)`;
    const { client } = await signInAt(site.backend, { email, password: "pallet-jack-43" });
    await site.sql`update auth.sessions set ip = '192.0.2.44', user_agent = ${CHROME}
      where user_id = ${id}`;
    await empty();
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    expect(await logged()).toEqual([
      {
        kind: "password_changed",
        actor: email,
        about: null,
        detail: null,
        address: "192.0.2.44",
        browser: "Chrome on Windows",
      },
    ]);
  });

  test("are reset by an admin", async () => {
    const person = await signInStaff(site, "editor");
    const email = await emailOf(person);
    const user_id = await idOf(person);
    await empty();
    await owner.rpc("admin_reset_password", { user_id, new_password: PASSWORD }).throwOnError();
    const entry = { ...mine, kind: "password_reset", about: email, detail: null };
    expect(await logged()).toEqual([entry]);
    // The screen calls a function, which has no address of a person: the session's counts.
    const { data } = await owner.functions.invoke("admin-reset-password", {
      body: { userId: user_id, newPassword: `${PASSWORD}0` },
    });
    expect(data).toEqual({ success: true, error: null });
    expect(await logged()).toEqual([entry, { ...entry, address: "198.51.100.9" }]);
  });

  test("of strangers are their own business", async () => {
    const stranger = await site.stranger();
    await stranger.auth.updateUser({ password: PASSWORD });
    expect(await logged()).toEqual([]);
    await stranger.auth.updateUser({ password: people.stranger.password });
  });
});

describe("roles", () => {
  test("are one entry for each change, also between the tables", async () => {
    const person = await signInStaff(site, "editor");
    const email = await emailOf(person);
    expect(await logged()).toMatchObject([
      { kind: "role_given", actor: "database", about: email, detail: "Editor" },
      { kind: "sign_in", actor: email },
    ]);
    await empty();
    const user_id = await idOf(person);
    for (const roles of [["sales"], ["admin"], ["owner"], ["editor", "sales"], ["editor", "sales"]])
      await owner.rpc("admin_set_roles", { user_id, roles }).throwOnError();
    await owner.rpc("admin_remove", { user_id }).throwOnError();
    const changed = { ...mine, kind: "role_changed", about: email };
    expect(await logged()).toEqual([
      { ...changed, detail: "from Editor to Sales" },
      { ...changed, detail: "from Sales to Admin" },
      { ...changed, detail: "from Admin to Owner" },
      { ...changed, detail: "from Owner to Editor and Sales" },
      { ...changed, kind: "role_removed", detail: "Editor and Sales" },
    ]);
  });

  test("end with the account, whose entries stay", async () => {
    const person = await signInStaff(site, "admin");
    const email = await emailOf(person);
    await site.sql`delete from auth.users where email = ${email ?? ""}`;
    expect(await logged()).toMatchObject([
      { kind: "role_given", about: email },
      { kind: "sign_in", actor: email },
      { kind: "role_removed", actor: "database", about: email, detail: "Admin" },
    ]);
  });

  test("are offered by invitation, and withdrawn", async () => {
    const email = "invited@example.com";
    await site.sql`insert into auth.users (id, aud, role, email)
      values (gen_random_uuid(), 'authenticated', 'authenticated', ${email})`;
    await owner.rpc("admin_invite", { email, roles: ["sales"] }).throwOnError();
    await owner.rpc("admin_invite", { email, roles: ["editor"] }).throwOnError();
    await owner.rpc("admin_revoke_invitation", { email }).throwOnError();
    expect(await logged()).toEqual([
      { ...mine, kind: "invitation_sent", about: email, detail: "Sales" },
      { ...mine, kind: "invitation_sent", about: email, detail: "Editor" },
      { ...mine, kind: "invitation_revoked", about: email, detail: "Editor" },
    ]);
    // Accepting one deletes it as the invited person.
    await owner.rpc("admin_invite", { email }).throwOnError();
    await empty();
    await site.sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', jsonb_build_object('sub', id)::text, true)
        from auth.users where email = ${email}`;
      await tx`delete from admin_invitations`;
    });
    expect(await logged()).toEqual([]);
    await owner.rpc("admin_invite", { email }).throwOnError();
    await empty();
    await site.sql`update admin_invitations set expires_at = now() - interval '1 day'`;
    await site.sql`delete from admin_invitations`;
    expect((await logged()).map(({ kind }) => kind)).not.toContain("invitation_revoked");
  });
});

describe("data of leads", () => {
  const EMAIL = "ana.marker@shop.example";
  const add = async (many: number) => {
    const ids: string[] = [];
    for (let n = 0; n < many; n += 1) {
      const row = { ...tables.contact_submissions.make(), name: "Ana Marker", email: EMAIL };
      const [{ id } = { id: "" }] =
        await site.sql`insert into contact_submissions ${site.sql(row)} returning id`;
      ids.push(id);
    }
    return ids;
  };

  test("leaves by an export, which is one entry with its number of leads", async () => {
    const ids = await add(5);
    const read = (from: number, to: number, begins_of?: number) =>
      owner
        .rpc("lead_export", { ids: ids.slice(from, to), ...(begins_of && { begins_of }) })
        .throwOnError();
    await read(0, 2, 5);
    await read(2, 4);
    await read(4, 5);
    const entry = { ...mine, kind: "leads_exported", about: null };
    expect(await logged()).toEqual([{ ...entry, detail: "5 leads" }]);
    // More than was announced, and no announcement at all, as earlier versions export.
    await read(0, 3);
    await read(0, 2, 1);
    expect((await logged()).map(({ detail }) => detail)).toEqual(["5 leads", "3 leads", "2 leads"]);
    await owner.rpc("lead_export", { ids: [] }).throwOnError();
    expect(await logged()).toHaveLength(3);
  });

  test("is exported and erased for a person, of whom nothing is in the log", async () => {
    await add(2);
    const all =
      await site.sql`select count(*)::int as n from contact_submissions where email = ${EMAIL}`;
    await owner.rpc("lead_person_export", { address: EMAIL }).throwOnError();
    await owner.rpc("lead_person_erase", { address: EMAIL }).throwOnError();
    const about = { about: null, detail: `${all[0]?.n} leads` };
    expect(await logged()).toEqual([
      { ...mine, kind: "person_exported", ...about },
      { ...mine, kind: "person_erased", ...about },
    ]);
    const found = await site.sql`select from private.audit_log l
      where to_jsonb(l)::text ~* 'marker|shop\\.example'`;
    expect(found).toEqual([]);
  });
});

describe("the site", () => {
  test("has entries for backups and keys", async () => {
    const backup = "20261122T110000Z";
    const { data: download } = await owner.rpc("admin_backup_download", { backup }).throwOnError();
    expect(await logged()).toEqual([]);
    for (let use = 0; use < 2; use += 1) await site.sql`select backup_link_use(${download})`;
    await site.sql`update private.backup_state set keys_made_at = now(), keys_made_by = ${me}`;
    expect(await logged()).toMatchObject([
      { kind: "backup_downloaded", actor: me, about: backup },
      { kind: "keys_made", actor: me },
    ]);
  });

  test("has entries for settings of admins, without addresses and texts", async () => {
    const set = (setting_key: string, setting_value: string) =>
      owner
        .from("site_settings")
        .upsert({ setting_key, setting_value }, { onConflict: "setting_key" })
        .throwOnError();
    await site.sql`delete from site_settings where setting_key = 'delete_closed_months'`;
    await empty();
    // As a new site begins.
    await site.sql`insert into site_settings (setting_key, setting_value)
      values ('delete_closed_months', '')`;
    await set("delete_closed_months", "6");
    await set("delete_closed_months", "6");
    await set("delete_spam", "true");
    await set("contact_email", "elsewhere@example.com");
    await set("confirmation_text", "We got your message, {name}.");
    await set("company_name", "Evergreen");
    await owner.from("site_settings").delete().eq("setting_key", "gtm_container_id").throwOnError();
    await set("gtm_container_id", "GTM-AB12CD3");
    const entry = { ...mine, kind: "security_setting_changed" };
    expect(await logged()).toEqual([
      { ...entry, about: "delete_closed_months", detail: "from empty to 6" },
      { ...entry, about: "delete_spam", detail: "from off to on" },
      { ...entry, about: "contact_email", detail: null },
      { ...entry, about: "confirmation_text", detail: null },
      { ...entry, about: "gtm_container_id", detail: "from empty" },
      { ...entry, about: "gtm_container_id", detail: "to GTM-AB12CD3" },
    ]);
  });

  test("has an entry for a setting of admins that gets another name", async () => {
    const rename = (from: string, to: string) =>
      site.sql`update site_settings set setting_key = ${to} where setting_key = ${from}`;
    await rename("ga_measurement_id", "set_aside");
    await rename("set_aside", "ga_measurement_id");
    await rename("company_name", "set_aside");
    await rename("set_aside", "company_name");
    const entry = { kind: "security_setting_changed", about: "ga_measurement_id" };
    expect(await logged()).toMatchObject([
      { ...entry, actor: "database", detail: "from empty" },
      { ...entry, actor: "database", detail: "to empty" },
    ]);
  });

  test("has entries for webhooks, by name only", async () => {
    const made = {
      name: "Warehouse",
      url: "https://hooks.invalid/secret-path",
      events: ["lead.created"],
      active: false,
    };
    const { data } = await owner.rpc("webhook_save", made).throwOnError();
    const [row] = await site.sql`select updated_at::text from webhooks where id = ${data.id}`;
    await owner
      .rpc("webhook_save", { ...made, webhook: data.id, seen: row?.updated_at, name: "Depot" })
      .throwOnError();
    // What the server notes about one is no change of it.
    await site.sql`update webhooks set address_set_by = null`;
    await owner.rpc("webhook_rotate", { webhook: data.id }).throwOnError();
    await owner.rpc("webhook_delete", { webhook: data.id }).throwOnError();
    const saved = { ...mine, kind: "webhook_saved" };
    expect(await logged()).toEqual([
      { ...saved, about: "Warehouse", detail: "new" },
      { ...saved, about: "Depot", detail: null },
      { ...saved, about: "Depot", detail: "new secret" },
      { ...mine, kind: "webhook_deleted", about: "Depot", detail: null },
    ]);
  });
});

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

  test("by kind, person and day of the company", async () => {
    await site.sql`insert into site_settings (setting_key, setting_value)
      values ('time_zone', 'America/New_York')
      on conflict (setting_key) do update set setting_value = excluded.setting_value`;
    await empty();
    await add("sign_in", "a@x.example", "2026-11-10T04:59:59Z");
    await add("role_changed", "b@x.example", "2026-11-10T05:00:00Z", "a@x.example");
    await add("leads_exported", "b@x.example", "2026-11-11T04:59:59Z");
    await add("keys_made", "server", "2026-11-11T05:00:00Z");
    const all = ["server", "b@x.example", "b@x.example", "a@x.example"];
    expect(await actors({})).toEqual(all);
    expect(await actors({ since: "2026-11-10", until: "2026-11-10" })).toEqual(all.slice(1, 3));
    expect(await actors({ since: "2026-11-11" })).toEqual(["server"]);
    expect(await actors({ until: "2026-11-09" })).toEqual(["a@x.example"]);
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
  });

  test("page by page, each entry once, also of the same moment", async () => {
    await site.sql`insert into private.audit_log (kind, actor, at)
      select 'sign_in', n::text, '2026-11-10T12:00:00Z' from generate_series(1, 120) n`;
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
