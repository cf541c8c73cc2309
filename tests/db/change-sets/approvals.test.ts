import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeEach, expect, test } from "vitest";
import { signInStaff } from "#tests/access/everyone.ts";
import { actAs } from "#tests/support/backend.ts";
import { fromNow, HOUR, MINUTE } from "#tests/support/clock.ts";
import { site, withSite } from "../steps.ts";

/** The setting "Publishing needs someone else's approval". */
let owner: SupabaseClient;
let admin: SupabaseClient;
let editor: SupabaseClient;
let set: string;

withSite(async () => {
  await site.sql`alter table private.account_notices alter column due_at set default 'infinity'`;
  [owner, admin, editor] = [
    await site.admin(),
    await signInStaff(site, "admin"),
    await signInStaff(site, "editor"),
  ];
});
beforeEach(async () => {
  await site.sql`delete from change_sets`;
  await site.sql`delete from faq_items where question like 'Do you%'`;
  await site.sql`delete from private.publishing_rules`;
  await site.sql`insert into private.publishing_rules values ('editor')`;
  set = (await editor.rpc("set_create", { name: "Black Friday" }).throwOnError()).data.id;
});

const ROW = { question: "Do you wrap?", answer: "Yes." };
const save = (who: SupabaseClient) =>
  who.rpc("set_save", {
    of_set: set,
    list: "faq_items",
    operation: "INSERT",
    id: crypto.randomUUID(),
    patch: ROW,
  });
const version = async () =>
  (await editor.rpc("set_review", { of_set: set }).throwOnError()).data.set.version;
const publish = async (who: SupabaseClient) =>
  (await who.rpc("set_publish", { of_set: set, seen: await version() })).error?.message;
const approve = async (who: SupabaseClient) => {
  const { data } = await who.auth.getUser();
  await editor.rpc("set_ask_review", { of_set: set, person: data.user?.id }).throwOnError();
  const answer = { of_set: set, seen: await version(), verdict: "approved" };
  await who.rpc("set_answer_review", answer).throwOnError();
};
/** Makes the set due and runs it, in one transaction: otherwise the server's own job may still be at it. */
const runDue = (times: string, visitor?: SupabaseClient) =>
  site.sql.begin(async (tx) => {
    await tx.unsafe(`update change_sets set ${times}`);
    if (visitor) await actAs(tx, visitor);
    await tx`select set_publish_due()`;
  });
const live = () => site.sql`select from faq_items where question = ${ROW.question}`;

const DIRECT = "Your changes need approval. Save them to a change set and send it for review.";
const UNAPPROVED = "Someone else has to approve this set first. Send it for review.";

test("publishes a set once someone else approved it, and not after another edit", async () => {
  await save(editor).throwOnError();
  expect(await publish(editor)).toBe(
    "Someone else has to approve this set first. Send it for review.",
  );
  await approve(admin);
  await save(editor).throwOnError();
  expect(await publish(editor)).toBe(UNAPPROVED);
  expect(await live()).toHaveLength(0);
  await approve(admin);
  expect(await publish(editor)).toBeUndefined();
  expect(await live()).toHaveLength(2);
});

test("asks only for the role of who publishes", async () => {
  await save(editor).throwOnError();
  expect(await publish(admin)).toBeUndefined();
  expect(await live()).toHaveLength(1);
});

test("holds a schedule whose set nobody approved", async () => {
  await save(editor).throwOnError();
  const publish_at = fromNow(MINUTE).toISOString();
  await editor.rpc("set_schedule", { of_set: set, publish_at }).throwOnError();
  await runDue("publish_at = now()");
  expect(await site.sql`select status, problem from change_sets`).toEqual([
    { status: "open", problem: UNAPPROVED },
  ]);
});

test("asks for the role of the person who scheduled it, not of the visitor who runs it", async () => {
  await save(editor).throwOnError();
  const publish_at = fromNow(HOUR).toISOString();
  await editor.rpc("set_schedule", { of_set: set, publish_at }).throwOnError();
  await runDue("publish_at = now()", owner);
  expect(await site.sql`select problem from change_sets`).toEqual([{ problem: UNAPPROVED }]);
  expect(await live()).toHaveLength(0);
  await owner.rpc("set_schedule", { of_set: set, publish_at }).throwOnError();
  await runDue("publish_at = now()", editor);
  expect(await site.sql`select problem from change_sets`).toEqual([{ problem: null }]);
  expect(await live()).toHaveLength(1);
});

test("holds a schedule whose set was edited since by someone who needs approval", async () => {
  await save(admin).throwOnError();
  const schedule = { of_set: set, publish_at: fromNow(HOUR).toISOString() };
  await owner.rpc("set_schedule", schedule).throwOnError();
  await save(editor).throwOnError();
  await runDue("publish_at = now()");
  expect(await site.sql`select problem from change_sets`).toEqual([{ problem: UNAPPROVED }]);
  expect(await live()).toHaveLength(0);
  await owner.rpc("set_schedule", schedule).throwOnError();
  await save(admin).throwOnError();
  await runDue("publish_at = now()");
  expect(await live()).toHaveLength(3);
});

test("publishes a scheduled set that was edited since and then approved", async () => {
  const publish_at = fromNow(HOUR).toISOString();
  await owner.rpc("set_schedule", { of_set: set, publish_at }).throwOnError();
  await save(editor).throwOnError();
  await approve(admin);
  await runDue("publish_at = now()");
  expect(await live()).toHaveLength(1);
});

test("publishes and ends an approved set on schedule", async () => {
  await save(editor).throwOnError();
  await approve(admin);
  const soon = (minutes: number) => fromNow(minutes * MINUTE).toISOString();
  const times = { publish_at: soon(1), end_at: soon(2) };
  await editor.rpc("set_schedule", { of_set: set, ...times }).throwOnError();
  await runDue("publish_at = now()");
  expect(await live()).toHaveLength(1);
  await runDue("publish_at = now() - interval '1 minute', end_at = now()");
  expect(await site.sql`select problem, ended_at is not null as ended from change_sets`).toEqual([
    { problem: null, ended: true },
  ]);
  expect(await live()).toHaveLength(0);
});

/** Tables with a history that visitors read, as the catalog tells. */
const visible = async () =>
  (
    await site.sql`
      select c.relname as name from pg_class c join pg_trigger t on t.tgrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and t.tgname = 'record_history'
        and has_any_column_privilege('anon', c.oid, 'select')
      order by 1`
  ).map(({ name }) => String(name));

test("refuses every other change that visitors would see", async () => {
  const tables = await visible();
  // Otherwise people who need approval could never change them.
  for (const table of tables)
    expect(await site.sql`select private.may_be_prepared(${table}) as may`).toEqual([
      { may: true },
    ]);
  expect(tables).toEqual(
    expect.arrayContaining(["faq_items", "pricing_items", "site_content", "site_settings"]),
  );
  const before: string[] = [];
  for (const table of tables) {
    const [row] = await site.sql.unsafe(`select id from ${table} limit 1`);
    if (!row) continue;
    before.push(table);
    // The same value is a change, too: it makes a new version.
    const [column] = await site.sql`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table}
        and column_name in ('is_active', 'content_value', 'setting_value')`;
    const [value] = await site.sql.unsafe(
      `select ${column?.name} as now from ${table} where id = '${row.id}'`,
    );
    const update = await editor
      .from(table)
      .update({ [column?.name]: value?.now })
      .eq("id", row.id);
    expect([table, update.error?.message]).toEqual([table, DIRECT]);
  }
  expect(before.length).toBeGreaterThanOrEqual(4);
  expect((await editor.from("faq_items").insert(ROW)).error?.message).toBe(DIRECT);
  const deleted = await editor.from("faq_items").delete().neq("question", "");
  expect(deleted.error?.message).toBe(
    "Your changes need approval. Save them to a change set and send it for review.",
  );
  const ids = (await site.sql`select id from faq_items order by display_order desc`).map(
    ({ id }) => id,
  );
  expect((await editor.rpc("reorder_items", { list: "faq_items", ids })).error?.message).toBe(
    DIRECT,
  );
  expect((await admin.from("faq_items").insert(ROW)).error).toBeNull();
});

test("publishing and ending a set open nothing else, even in the same transaction", async () => {
  await save(editor).throwOnError();
  await approve(admin);
  const seen = await version();
  const { data } = await editor.auth.getUser();
  const id = data.user?.id ?? "";
  const claims = JSON.stringify({ sub: id, role: "authenticated" });
  const withEdit = (statement: string) =>
    site.sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${claims}, true),
        set_config('loading_dock.scheduled_by', ${id}, true), set_config('role', 'authenticated', true)`;
      await tx.unsafe(statement);
      await tx`update public.faq_items set answer = 'Changed'`;
    });
  const publishing = `select public.set_publish('${set}', '${seen}')`;
  await expect(withEdit(publishing)).rejects.toThrow(DIRECT);
  expect(await live()).toHaveLength(0);
  expect(await publish(editor)).toBeUndefined();
  await expect(withEdit("select private.end_set(s) from public.change_sets s")).rejects.toThrow(
    DIRECT,
  );
  expect(await live()).toHaveLength(1);
});

test("asks for an approval to bring back what the end of a set left alone", async () => {
  await save(editor).throwOnError();
  expect(await publish(admin)).toBeUndefined();
  const end_at = fromNow(MINUTE).toISOString();
  await admin.rpc("set_schedule", { of_set: set, publish_at: null, end_at }).throwOnError();
  await site.sql`update faq_items set answer = 'Edited' where question = ${ROW.question}`;
  await runDue("end_at = now()");
  const [left] = (await editor.rpc("set_end_review", { of_set: set }).throwOnError()).data;
  const decide = (keep: string) =>
    editor.rpc("set_end_decide", { remain: left.id, version: left.version, keep });
  expect((await decide("before")).error?.message).toBe(DIRECT);
  expect(await live()).toHaveLength(1);
  expect((await decide("live")).error).toBeNull();
});

test("asks for an approval to end a live set, to move its end, or to take it off", async () => {
  await save(editor).throwOnError();
  await approve(admin);
  expect(await publish(editor)).toBeUndefined();
  const end = (who: SupabaseClient, minutes?: number) =>
    who.rpc("set_schedule", {
      of_set: set,
      publish_at: null,
      end_at: minutes ? fromNow(minutes * MINUTE).toISOString() : null,
    });
  expect((await end(editor, 1)).error?.message).toBe(DIRECT);
  await end(admin, 60).throwOnError();
  expect((await end(editor, 1)).error?.message).toBe(DIRECT);
  expect((await end(editor)).error?.message).toBe(DIRECT);
  await runDue("publish_at = publish_at");
  expect(await live()).toHaveLength(1);
  expect(await site.sql`select from change_sets where end_at > now()`).toHaveLength(1);
});

test("refuses to restore an earlier version, and allows what visitors don't see", async () => {
  await admin.from("faq_items").insert(ROW).throwOnError();
  const [step] = await site.sql`select change_id from history
    where table_name = 'faq_items' order by changed_at desc limit 1`;
  const what = { change: step?.change_id };
  const chosen = (await editor.rpc("history_look", { what }).throwOnError()).data;
  expect((await editor.rpc("history_restore", { what, chosen })).error?.message).toBe(DIRECT);
  expect(await live()).toHaveLength(1);
  const reply = { title: "Do you?", body: "Yes." };
  expect((await editor.from("saved_replies").insert(reply)).error).toBeNull();
});

test("is chosen by admins for editors, and by owners for everyone", async () => {
  const choose = async (who: SupabaseClient, roles: string[]) =>
    (await who.rpc("set_publishing_rules", { roles })).error?.message;
  expect(await choose(admin, ["editor", "admin"])).toBe("Only an owner can do this.");
  expect(await choose(admin, ["boss"])).toBe("Please choose a role.");
  expect(await choose(admin, [])).toBeUndefined();
  expect(await choose(owner, ["owner", "admin"])).toBeUndefined();
  expect((await owner.rpc("publishing_rules").throwOnError()).data).toMatchObject([
    { role: "owner", needs_approval: true, people: 1 },
    { role: "admin", needs_approval: true },
    { role: "editor", needs_approval: false },
  ]);
  expect(await choose(admin, ["editor"])).toBe("Only an owner can do this.");
  expect(await choose(admin, ["owner", "admin", "editor"])).toBeUndefined();
  expect((await owner.from("faq_items").insert(ROW)).error?.message).toBe(DIRECT);
  expect((await owner.rpc("needs_approval").throwOnError()).data).toBe(true);
  expect(
    await site.sql`select detail from private.audit_log
      where kind = 'publishing_rules_changed' order by at`,
  ).toEqual([
    { detail: "nobody" },
    { detail: "Owner and Admin" },
    { detail: "Owner, Admin and Editor" },
  ]);
  expect(await choose(owner, [])).toBeUndefined();
});
