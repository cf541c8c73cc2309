import type { Sql } from "#server/backend/postgres/connection.ts";
import { type Row, type Table, tables } from "#tests/tables/index.ts";
import { nobody } from "./functions.ts";
import type { rights } from "./tables.ts";

/** Adds columns that have no default because another process fills them in. */
const timed = (row: Row): Row => ({
  ...row,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
});

/** Creates a row to work on, and says how to find it, change it, and add a similar one. */
export async function arrange(
  sql: Sql,
  table: (typeof rights)[number]["table"],
  more: object = {},
) {
  if (table === "admins") {
    const [admin] = await sql`select user_id from admins`;
    const [other] = await sql`select id from auth.users
      where id <> ${admin?.user_id} order by email desc`;
    return {
      match: { user_id: admin?.user_id },
      row: { user_id: other?.id },
      patch: { created_at: "2020-01-01" },
    };
  }
  if (table === "staff") {
    const [person] = await sql`select user_id from staff`;
    const [other] = await sql`select user_id from admins`;
    return {
      match: { user_id: person?.user_id },
      row: { user_id: other?.user_id, is_editor: true },
      patch: { created_at: "2020-01-01" },
    };
  }
  if (table === "admin_invitations") {
    const email = `${crypto.randomUUID()}@example.com`;
    await sql`insert into admin_invitations (email, had_account) values (${email}, false)`;
    const row: Row = { email: `new-${email}`, had_account: false };
    return { match: { email }, row, patch: { full_name: "Mallory" } };
  }
  if (table === "history") {
    const [entry] = await sql`select * from history limit 1`;
    const row: Row = { ...entry, id: crypto.randomUUID() };
    return { match: { id: entry?.id }, row, patch: { label: "Changed" } };
  }
  if (table === "lead_events") {
    const [lead] = await sql`insert into contact_submissions
      ${sql(tables.contact_submissions.make())} returning id`;
    const [event] = await sql`select * from lead_events where submission_id = ${lead?.id}`;
    const row: Row = { submission_id: lead?.id, kind: "note", actor: "person" };
    return { match: { id: event?.id }, row, patch: { kind: "deleted" } };
  }
  if (table === "bookings") {
    const event_uri = `https://calendly.com/e/${crypto.randomUUID()}`;
    const [booking] =
      await sql`insert into bookings (event_uri) values (${event_uri}) returning id`;
    const row: Row = { event_uri: `${event_uri}-2` };
    return { match: { id: booking?.id }, row, patch: { event_uri: `${event_uri}-3` } };
  }
  if (table === "mails") {
    const [lead] = await sql`insert into contact_submissions
      ${sql(tables.contact_submissions.make())} returning id`;
    const row: Row = {
      kind: "reply",
      submission_id: lead?.id,
      recipient: "ana@example.com",
      subject: "Hello",
      body: "[]",
      send_after: "2999-01-01",
    };
    const [mail] = await sql`insert into mails
      ${sql({ ...row, body: sql.json([{ text: "Hello" }]) })} returning id`;
    return { match: { id: mail?.id }, row, patch: { subject: "Changed" } };
  }
  if (table === "lead_erasures") {
    const row: Row = { reason: "spam", actor: "server" };
    const [stored] = await sql`insert into lead_erasures ${sql(row)} returning id`;
    return { match: { id: stored?.id }, row, patch: { actor_name: "Mallory" } };
  }
  if (table === "media_trash") {
    const row: Row = { ...tables.media_library.make(), id: crypto.randomUUID() };
    const [stored] = await sql`insert into media_trash ${sql(timed(row))} returning id`;
    const other = { ...tables.media_library.make(), id: crypto.randomUUID() };
    return { match: { id: stored?.id }, row: timed(other), patch: { caption: "Changed" } };
  }
  if (table === "backup_runs") {
    // Ended: the server marks those that run nowhere as interrupted.
    const [run] = await sql`insert into backup_runs (outcome, ended_at)
      values ('interrupted', now()) returning id`;
    const row: Row = { asked_by: "Mallory" };
    return { match: { id: run?.id }, row, patch: { step: "Changed" } };
  }
  if (table === "backup_downloads") {
    const row: Row = { email: "mallory@example.com", backup: "20261122T110000Z" };
    const [stored] = await sql`insert into backup_downloads ${sql(row)} returning id`;
    return { match: { id: stored?.id }, row, patch: { email: "changed@example.com" } };
  }
  if (table === "inbound_mails") {
    const row: Row = { kind: "reply", sender: "mallory@example.com" };
    const [stored] = await sql`insert into inbound_mails ${sql(row)} returning id`;
    return { match: { id: stored?.id }, row, patch: { sender: "changed@example.com" } };
  }
  if (table === "webhooks" || table === "webhook_deliveries") {
    const row: Row = {
      name: "Orders",
      host: "a.invalid",
      format: "slack",
      events: ["lead.created"],
    };
    const [hook] = await sql`insert into webhooks ${sql({ ...row, active: false })} returning id`;
    if (table === "webhooks") return { match: { id: hook?.id }, row, patch: { name: "Mallory's" } };
    const about: Row = { webhook_id: hook?.id, kind: "test", payload: "{}" };
    const [stored] = await sql`insert into webhook_deliveries
      ${sql(about)} returning id`;
    return { match: { id: stored?.id }, row: about, patch: { tries: 0 } };
  }
  if (!isOfSets(table)) return arrangeRow(sql, table, more);
  const [set] = await sql`insert into change_sets (name)
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
  const [stored] = await sql`insert into ${sql(table)} ${sql(row)} returning id`;
  return { match: { id: stored?.id }, row: { ...row, ...another }, patch };
}

const OF_SETS = ["change_sets", "change_set_items", "change_set_remains", "preview_links"] as const;
type OfSets = (typeof OF_SETS)[number];
const isOfSets = (table: string): table is OfSets => OF_SETS.some((one) => one === table);

async function arrangeRow(sql: Sql, table: Table, more: object) {
  const { make, needs, patch } = tables[table];
  const row = async () => ({ ...make(), ...(await needs?.(sql)), ...more });
  const [stored] = await sql`
    insert into ${sql(table)} ${sql(await row())} returning id`;
  return { match: { id: stored?.id }, row: await row(), patch };
}

const newHash = () => crypto.randomUUID().replaceAll("-", "").repeat(2);
