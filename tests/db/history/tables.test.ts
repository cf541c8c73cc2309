import { expect, test } from "vitest";
import { site, withSite } from "../steps.ts";

/** Tables without site content, each with the reason why its changes are recorded partly or not at all. */
const apart: Record<string, string> = {
  contact_submissions: "a person's data must be erasable: the status alone",
  submission_notes: "they speak of a person",
  history: "it is the history",
  change_sets: "not content yet; what is published is recorded",
  change_set_items: "as of change_sets",
  change_set_remains: "as of change_sets",
  preview_links: "who may look; no content",
  lead_erasures: "a history itself",
  media_trash: "what was deleted from the library, which is recorded",
  lead_events: "they speak of a person, and are a history themselves",
  bookings: "what visitors did; no content",
  mails: "they speak of a person; what became of one is in the lead's activity",
  inbound_mails: "they speak of a person",
  backup_runs: "what the server did; no content",
  backup_downloads: "who asked for a copy; no content",
  webhooks: "addresses of other systems; no content",
  webhook_deliveries: "they speak of a person",
  admin_invitations: "an offer; the right that comes of it is recorded",
};

withSite();

/** The events that record_history watches, by table: "INSERT", "UPDATE", "DELETE", "TRUNCATE". */
async function recorded() {
  const rows = await site.sql<{ name: string; events: string[] }[]>`
    select c.relname as name, array_agg(distinct e.event order by e.event) as events
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    join (values (4, 'INSERT'), (8, 'DELETE'), (16, 'UPDATE'), (32, 'TRUNCATE')) as e (bit, event)
      on t.tgtype & e.bit <> 0
    where t.tgfoid = 'private.record_history'::regproc and t.tgenabled = 'O'
    group by 1`;
  return new Map(rows.map(({ name, events }) => [name, events]));
}

async function forgotten() {
  const tables = await site.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;
  const events = await recorded();
  return tables
    .map(({ name }) => name)
    .filter((name) => !(name in apart) && events.get(name)?.length !== 4);
}

test("every table of content has its changes recorded", async () => {
  expect(await forgotten()).toEqual([]);
  expect((await recorded()).get("contact_submissions")).toEqual(["UPDATE"]);
});

test("finds a table that a migration forgot", async () => {
  await site.sql`create table later (id uuid primary key)`;
  expect(await forgotten()).toEqual(["later"]);
  await site.sql`select private.keep_history('public.later')`;
  expect(await forgotten()).toEqual([]);
  await site.sql`drop table later`;
});

test("has exceptions only for existing tables", async () => {
  const rows = await site.sql`select tablename from pg_tables where schemaname = 'public'`;
  const names = rows.map(({ tablename }) => tablename);
  expect(Object.keys(apart).filter((name) => !names.includes(name))).toEqual([]);
});
