import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { type Row, type Table, type TableFacts, tableNames, tables } from "#tests/tables/index.ts";
import { perPerson, signInEveryone } from "./everyone.ts";

/**
 * The access table of rule R-8, cell by cell, through supabase-js: what a visitor, a signed-in stranger
 * and an admin get of each table. Of those that the API serves, tests/tables says it; the others are
 * for functions of the database alone.
 */
const closed = ["admins", "admin_invitations"] as const;
/**
 * What admins read and nobody writes: the history keeps itself (history.test.ts), as do the stories of
 * leads (leads.test.ts); bookings come by a function (attribution.test.ts); sets of prepared changes
 * are written by functions that check what goes in (change-sets.test.ts), links to previews too
 * (preview-links.test.ts), webhooks have secrets that nobody reads (webhooks.test.ts), and the server
 * writes down what became of backups.
 */
const read = [
  "history",
  "lead_events",
  "lead_erasures",
  "bookings",
  "change_sets",
  "change_set_items",
  "change_set_remains",
  "preview_links",
  "backup_runs",
  "backup_downloads",
  "mails",
  "webhooks",
  "webhook_deliveries",
] as const;
const nobodys: TableFacts["rights"] = {
  select: ["none", "none", "none"],
  insert: ["no", "no", "no"],
  update: ["no", "no", "no"],
  delete: ["no", "no", "no"],
};
const rights = [
  ...tableNames.map((table) => ({ table, ...tables[table].rights })),
  ...closed.map((table) => ({ table, ...nobodys })),
  ...read.map((table) => ({
    table,
    ...nobodys,
    select: ["none", "none", "all"] as TableFacts["rights"]["select"],
  })),
];
const selects = rights.flatMap(({ table, select }) => perPerson({ table }, select));
const writes = rights.flatMap((of) =>
  (["insert", "update", "delete"] as const).flatMap((operation) =>
    perPerson({ table: of.table, operation }, of[operation]),
  ),
);

let site: TestBackend;
let people: Awaited<ReturnType<typeof signInEveryone>>;

beforeAll(async () => {
  site = await openTestBackend();
  people = await signInEveryone(site);
  await site.sql`insert into site_settings (setting_key) values ('internal_note')`;
});
afterAll(() => site.close());

describe("tables", () => {
  test.each(selects)("$who selects from $table: $gets", async ({ table, who, gets }) => {
    await arrange(table);
    const { isShown, shown, border = [] } = tables[table as Table] ?? {};
    for (const row of shown ? [shown, ...border] : []) await arrange(table, row);
    const rows = await site.sql`select * from ${site.sql(table)}`;
    const expected = rows.filter((row) => (gets === "shown" ? isShown?.(row) : gets === "all"));
    const key = { admins: "user_id", admin_invitations: "email" }[table as string] ?? "id";
    const { data } = await people[who].from(table).select(key);
    const seen = ((data ?? []) as unknown as Record<string, string>[]).map((row) => row[key]);
    expect(seen.toSorted()).toEqual(expected.map((row) => row[key]).toSorted());
    if (gets === "shown") {
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.length).toBeLessThan(rows.length);
    }
  });

  // A row that visitors see is no more theirs to write than another.
  const onBoth = writes.flatMap((cell) => {
    const { shown } = tables[cell.table as Table] ?? {};
    const hidden = { ...cell, what: cell.table as string, more: {} };
    return shown
      ? [hidden, { ...cell, what: `${cell.table}, a row that visitors see`, more: shown }]
      : [hidden];
  });
  test.each(onBoth)(
    "$who may $operation in $what: $gets",
    async ({ table, operation, who, gets, more }) => {
      const { match, row, patch } = await arrange(table, more);
      const before = await rowsOf(table);
      const from = people[who].from(table);
      const { error } =
        operation === "insert"
          ? await from.insert(row)
          : operation === "update"
            ? await from.update(patch).match(match)
            : await from.delete().match(match);
      const after = await rowsOf(table);
      if (gets === "yes") {
        expect(error).toBeNull();
        expect(after).not.toEqual(before);
      } else {
        expect(after).toEqual(before);
        if (error) expect(error.code).toBe("42501");
        else expect(operation).not.toBe("insert");
      }
    },
  );

  const noAdmin = onBoth.filter((cell) => cell.operation === "update" && cell.gets === "no");
  test.each(noAdmin)("$who changes nothing in $what by an upsert", async ({ table, who, more }) => {
    const { match, row, patch } = await arrange(table, more);
    const before = await rowsOf(table);
    const { error } = await people[who].from(table).upsert({ ...row, ...match, ...patch });
    const after = await rowsOf(table);
    // A visitor's message is a new one, whatever id it claims.
    if (table === "contact_submissions" && !error)
      expect(after).toEqual(expect.arrayContaining(before));
    else expect(after).toEqual(before);
  });

  test("every table of the database has its rights here", async () => {
    const rows = await site.sql`select table_name from information_schema.tables
      where table_schema = 'public' order by 1`;
    expect(rights.map(({ table }) => table as string).toSorted()).toEqual(
      rows.map(({ table_name }) => table_name),
    );
  });

  test("no table beside the API's is open to its roles", async () => {
    const rights =
      await site.sql`select table_name, grantee from information_schema.table_privileges
      where table_schema = 'private' and grantee in ('anon', 'authenticated', 'service_role', 'PUBLIC')`;
    expect(rights).toEqual([]);
  });

  test("every table has row-level security", async () => {
    const open = await site.sql`select relname from pg_class
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and relkind in ('r', 'p') and not relrowsecurity`;
    expect(open).toEqual([]);
  });
});

/** Function, arguments, then who gets past the question who they are. */
const nobody = "00000000-0000-4000-8000-000000000000";
const nothing = { of_set: nobody, list: "services", id: nobody };
const decision = { of_set: nobody, item_id: nobody, item_version: null, version: null };
const NEW_WEBHOOK = {
  ...{ name: "Orders", url: "https://hooks.invalid/", events: ["lead.created"], active: false },
};
const functions = [
  ["is_admin_user", {}, "yes", "yes", "yes"],
  ["page_rows", { asked: [] }, "yes", "yes", "yes"],
  ["admin_list_users", {}, "no", "no", "yes"],
  ["admin_reset_password", { user_id: nobody, new_password: "long enough" }, "no", "no", "yes"],
  ["admin_set_admin", { user_id: nobody, make_admin: false }, "no", "no", "yes"],
  ["admin_invite", { email: "invited@example.com" }, "no", "no", "yes"],
  ["admin_revoke_invitation", { email: "nobody@example.com" }, "no", "no", "yes"],
  ["accept_admin_invitation", {}, "no", "yes", "yes"],
  ["open_admin_invitation", { address: "nobody@example.com" }, "no", "no", "no"],
  ["admin_dashboard", {}, "no", "no", "yes"],
  ["reorder_items", { list: "services", ids: [] }, "no", "no", "yes"],
  ["last_editor", { row_id: nobody }, "no", "no", "yes"],
  ["media_usage", { file_path: "uploads/1.png" }, "no", "no", "yes"],
  ["figure_usage", { amounts: [2] }, "no", "no", "yes"],
  ["resend_submission_mail", { submission_id: nobody }, "no", "no", "yes"],
  ["account_notice_claim", {}, "no", "no", "no"],
  ["account_notice_settle", { id: nobody, sent: true }, "no", "no", "no"],
  ["history_list", {}, "no", "no", "yes"],
  ["history_filters", {}, "no", "no", "yes"],
  ["history_look", { what: { change: nobody } }, "no", "no", "yes"],
  ["history_restore", { what: { change: nobody }, chosen: [] }, "no", "no", "yes"],
  ["history_clean", {}, "no", "no", "yes"],
  ["say_present", {}, "no", "yes", "yes"],
  ["set_create", { name: "Black Friday" }, "no", "no", "yes"],
  ["set_discard", { of_set: nobody }, "no", "no", "yes"],
  ["set_save", { ...nothing, operation: "DELETE" }, "no", "no", "yes"],
  ["set_reorder", { of_set: nobody, list: "services", ids: [] }, "no", "no", "yes"],
  ["set_drop", { of_set: nobody, items: [] }, "no", "no", "yes"],
  ["set_decide", { ...decision, keep: "live" }, "no", "no", "yes"],
  ["set_schedule", { of_set: nobody, publish_at: null }, "no", "no", "yes"],
  ["set_publish_due", {}, "no", "no", "yes"],
  ["set_publish", { of_set: nobody, seen: "2026-01-01" }, "no", "no", "yes"],
  ["set_rows", { of_set: nobody, list: "services" }, "no", "no", "yes"],
  ["set_review", { of_set: nobody }, "no", "no", "yes"],
  ["set_preview", { of_set: nobody }, "no", "no", "yes"],
  ["set_end_review", { of_set: nobody }, "no", "no", "yes"],
  ["set_end_decide", { remain: nobody, version: null, keep: "live" }, "no", "no", "yes"],
  ["preview_link_create", { of_set: nobody }, "no", "no", "yes"],
  ["preview_link_revoke", { link: nobody }, "no", "no", "yes"],
  ["preview_link_open", { token: "unknown" }, "yes", "yes", "yes"],
  ["admin_find", { words: "quote" }, "no", "no", "yes"],
  ["lead_list", {}, "no", "no", "yes"],
  ["lead_choices", {}, "no", "no", "yes"],
  ["leads_clean", {}, "no", "no", "yes"],
  ["booking_add", { event_uri: "https://calendly.com/e/1" }, "yes", "yes", "yes"],
  ["lead_same_person", { lead: nobody }, "no", "no", "yes"],
  ["lead_join", { lead: nobody, other: nobody }, "no", "no", "yes"],
  ["lead_part", { lead: nobody }, "no", "no", "yes"],
  ["lead_person", { address: "nobody@example.com" }, "no", "no", "yes"],
  ["lead_person_export", { address: "nobody@example.com" }, "no", "no", "yes"],
  ["lead_person_erase", { address: "nobody@example.com" }, "no", "no", "yes"],
  ["admin_backups", {}, "no", "no", "yes"],
  ["admin_backup_download", { backup: "20261122T110000Z" }, "no", "no", "yes"],
  ["admin_own_address", {}, "no", "no", "yes"],
  ["admin_system", {}, "no", "no", "yes"],
  ["backup_known", {}, "no", "no", "no"],
  ["backup_schedule", { at: "03:00" }, "no", "no", "no"],
  ["backup_warn", { detail: "Nothing." }, "no", "no", "no"],
  ["webhook_list", {}, "no", "no", "yes"],
  ["webhook_save", NEW_WEBHOOK, "no", "no", "yes"],
  ["webhook_rotate", { webhook: nobody }, "no", "no", "yes"],
  ["webhook_delete", { webhook: nobody }, "no", "no", "yes"],
  ["webhook_test", { webhook: nobody }, "no", "no", "yes"],
  ["webhook_send_again", { delivery: nobody }, "no", "no", "yes"],
  ["webhook_claim", {}, "no", "no", "no"],
  ["webhook_settle", { delivery: nobody, lease: nobody, result: {} }, "no", "no", "no"],
  ["reminders_due", {}, "no", "no", "no"],
  ["my_digest", {}, "no", "no", "yes"],
  ["set_my_digest", { wanted: true }, "no", "no", "yes"],
  ["mail_claim", { request_id: nobody }, "no", "no", "no"],
  ["mail_due", {}, "no", "no", "no"],
  ["mail_done", { submission_id: nobody }, "no", "no", "no"],
  ["mail_failed", { submission_id: nobody, error: "x" }, "no", "no", "no"],
  ["mail_waiting", {}, "no", "no", "no"],
  ["mail_waiting_failed", { notice: nobody }, "no", "no", "no"],
  [
    "reply_send",
    { lead: nobody, request: nobody, subject: "Re", message: "Hi" },
    ...(["no", "no", "yes"] as const),
  ],
  ["reply_take_back", { reply: nobody }, "no", "no", "yes"],
  ["reply_send_again", { reply: nobody }, "no", "no", "yes"],
  ["queued_mail_claim", {}, "no", "no", "no"],
  ["queued_mail_settle", { mail: nobody, attempt: 1 }, "no", "no", "no"],
  ...tableNames.flatMap((table) => tables[table].functions ?? []),
] as const;

/** What policies, constraints and triggers ask as the person at work; no way in leads to them alone. */
const HELPERS = {
  "anon authenticated": [
    ...["is_email", "is_estimate", "is_link", "is_person_name", "visible_text"],
    ...["may_administer", "may_edit_content", "may_handle_leads", "require_admin"],
    ...["request_is_stored", "source_of", "source_of_touch"],
  ],
  authenticated: [
    ...["history_condition", "history_depth", "history_step_of", "history_steps"],
    ...["take_history_step", "short_values", "require_editor", "figure_pattern"],
    ...["require_lead_handler", "folded"],
    "texts_of_site",
    ...["may_be_prepared", "columns_of", "live_row", "row_in_set", "set_step_of", "set_steps"],
    ...["lock_set", "keep_item", "close_set", "set_note", "due_sets", "hold_set"],
    ...["set_end_steps", "set_end_note", "close_end", "end_set", "remain_step"],
    ...["lock_remain", "drop_remain"],
  ],
};

describe("functions", () => {
  const calls = functions.flatMap(([name, args, ...gets]) => perPerson({ name, args }, gets));
  test.each(calls)("$who calls $name: $gets", async ({ name, args, who, gets }) => {
    const answer = await people[who].rpc(name, args);
    if (gets === "yes") expect([200, 204, 404, 409]).toContain(answer.status);
    else
      expect([answer.status, answer.error?.code]).toEqual([who === "visitor" ? 401 : 403, "42501"]);
    if (name === "is_admin_user") expect(answer.data).toBe(who === "admin");
  });

  test("every function of the API has its facts here", async () => {
    const rows = await site.sql`select distinct proname from pg_proc
      where pronamespace = 'public'::regnamespace`;
    expect(functions.map(([name]) => name).toSorted()).toEqual(
      rows.map((row) => row.proname).toSorted(),
    );
  });

  // A function that asks who calls would refuse all the same: this is the wall before it.
  test("each function is granted to the roles that may call it, and to nobody else", async () => {
    const rows = await site.sql`
      select nspname as schema, proname as name,
        array_remove(array[
          case when has_function_privilege('anon', p.oid, 'execute') then 'anon' end,
          case when has_function_privilege('authenticated', p.oid, 'execute') then 'authenticated' end
        ], null) as roles
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where nspname in ('public', 'private') and prorettype <> 'trigger'::regtype`;
    const granted = (schema: string) =>
      rows.filter((row) => row.schema === schema).map(({ name, roles }) => [name, roles.join(" ")]);
    const expected = functions.map(([name, , visitor, , admin]) => [
      name,
      [visitor === "yes" && "anon", admin === "yes" && "authenticated"].filter(Boolean).join(" "),
    ]);
    expect(Object.fromEntries(granted("public"))).toEqual(Object.fromEntries(expected));
    const helpers = granted("private").filter(([, roles]) => roles !== "");
    const open = Object.entries(HELPERS).flatMap(([roles, names]) =>
      names.map((name) => [name, roles]),
    );
    expect(Object.fromEntries(helpers)).toEqual(Object.fromEntries(open));
  });

  test("no function can be led astray by another schema", async () => {
    const rows = await site.sql`select proname from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not coalesce(proconfig @> array['search_path=""'], false)`;
    expect(rows).toEqual([]);
  });
});

/** Makes a row to work on, and says how to find it, change it, and add another like it. */
async function arrange(table: (typeof rights)[number]["table"], more: object = {}) {
  if (table === "admins") {
    const [admin] = await site.sql`select user_id from admins`;
    const [other] = await site.sql`select id from auth.users
      where id <> ${admin?.user_id} order by email desc`;
    return {
      match: { user_id: admin?.user_id },
      row: { user_id: other?.id },
      patch: { created_at: "2020-01-01" },
    };
  }
  if (table === "admin_invitations") {
    const email = `${crypto.randomUUID()}@example.com`;
    await site.sql`insert into admin_invitations (email, had_account) values (${email}, false)`;
    const row: Row = { email: `new-${email}`, had_account: false };
    return { match: { email }, row, patch: { full_name: "Mallory" } };
  }
  if (table === "history") {
    const [entry] = await site.sql`select * from history limit 1`;
    const row: Row = { ...entry, id: crypto.randomUUID() };
    return { match: { id: entry?.id }, row, patch: { label: "Changed" } };
  }
  if (table === "lead_events") {
    const [lead] = await site.sql`insert into contact_submissions
      ${site.sql(tables.contact_submissions.make())} returning id`;
    const [event] = await site.sql`select * from lead_events where submission_id = ${lead?.id}`;
    const row: Row = { submission_id: lead?.id, kind: "note", actor: "person" };
    return { match: { id: event?.id }, row, patch: { kind: "deleted" } };
  }
  if (table === "bookings") {
    const event_uri = `https://calendly.com/e/${crypto.randomUUID()}`;
    const [booking] =
      await site.sql`insert into bookings (event_uri) values (${event_uri}) returning id`;
    const row: Row = { event_uri: `${event_uri}-2` };
    return { match: { id: booking?.id }, row, patch: { event_uri: `${event_uri}-3` } };
  }
  if (table === "mails") {
    const [lead] = await site.sql`insert into contact_submissions
      ${site.sql(tables.contact_submissions.make())} returning id`;
    const row: Row = {
      ...{ kind: "reply", submission_id: lead?.id, recipient: "ana@example.com" },
      ...{ subject: "Hello", body: "[]", send_after: "2999-01-01" },
    };
    const [mail] = await site.sql`insert into mails
      ${site.sql({ ...row, body: site.sql.json([{ text: "Hello" }]) })} returning id`;
    return { match: { id: mail?.id }, row, patch: { subject: "Changed" } };
  }
  if (table === "lead_erasures") {
    const row: Row = { reason: "spam", actor: "server" };
    const [stored] = await site.sql`insert into lead_erasures ${site.sql(row)} returning id`;
    return { match: { id: stored?.id }, row, patch: { actor_name: "Mallory" } };
  }
  if (table === "backup_runs") {
    const [run] = await site.sql`insert into backup_runs default values returning id`;
    const row: Row = { asked_by: "Mallory" };
    return { match: { id: run?.id }, row, patch: { step: "Changed" } };
  }
  if (table === "backup_downloads") {
    const row: Row = { email: "mallory@example.com", backup: "20261122T110000Z" };
    const [stored] = await site.sql`insert into backup_downloads ${site.sql(row)} returning id`;
    return { match: { id: stored?.id }, row, patch: { email: "changed@example.com" } };
  }
  if (table === "webhooks" || table === "webhook_deliveries") {
    const row: Row = {
      name: "Orders",
      host: "a.invalid",
      format: "slack",
      events: ["lead.created"],
    };
    const [hook] =
      await site.sql`insert into webhooks ${site.sql({ ...row, active: false })} returning id`;
    if (table === "webhooks") return { match: { id: hook?.id }, row, patch: { name: "Mallory's" } };
    const about: Row = { webhook_id: hook?.id, kind: "test", payload: "{}" };
    const [stored] = await site.sql`insert into webhook_deliveries
      ${site.sql(about)} returning id`;
    return { match: { id: stored?.id }, row: about, patch: { tries: 0 } };
  }
  if (!isOfSets(table)) return arrangeRow(table, more);
  const [set] = await site.sql`insert into change_sets (name)
    values (${crypto.randomUUID()}) returning id`;
  if (table === "change_sets")
    return { match: { id: set?.id }, row: { name: "Mallory's" }, patch: { name: "Changed" } };
  const other = { row_id: crypto.randomUUID() };
  const rows: Record<Exclude<OfSets, "change_sets">, [Row, Row, Row]> = {
    change_set_items: [
      { set_id: set?.id, table_name: "services", row_id: nobody, operation: "INSERT" },
      other,
      { operation: "UPDATE" },
    ],
    change_set_remains: [
      { set_id: set?.id, table_name: "services", row_id: nobody, columns: ["title"] },
      other,
      { label: "Changed" },
    ],
    preview_links: [
      { set_id: set?.id, token_hash: newHash(), made_by: "dana@example.com" },
      { token_hash: newHash() },
      { made_by: "mallory@example.com" },
    ],
  };
  const [row, another, patch] = rows[table];
  const [stored] = await site.sql`insert into ${site.sql(table)} ${site.sql(row)} returning id`;
  return { match: { id: stored?.id }, row: { ...row, ...another }, patch };
}

const OF_SETS = ["change_sets", "change_set_items", "change_set_remains", "preview_links"] as const;
type OfSets = (typeof OF_SETS)[number];
const isOfSets = (table: string): table is OfSets => OF_SETS.some((one) => one === table);

async function arrangeRow(table: Table, more: object) {
  const { make, needs, patch } = tables[table];
  const row = async () => ({ ...make(), ...(await needs?.(site.sql)), ...more });
  const [stored] = await site.sql`
    insert into ${site.sql(table)} ${site.sql(await row())} returning id`;
  return { match: { id: stored?.id }, row: await row(), patch };
}

const newHash = () => crypto.randomUUID().replaceAll("-", "").repeat(2);

const rowsOf = async (table: string) =>
  (await site.sql`select to_jsonb(t)::text as row from ${site.sql(table)} t order by 1`).map(
    ({ row }) => row,
  );
