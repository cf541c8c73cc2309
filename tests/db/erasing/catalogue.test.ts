import { describe, expect, test } from "vitest";
import { add, admin, call, EMAIL, MARK, site, withSite } from "./steps.ts";

withSite();

describe("by the catalog", () => {
  /** References to a lead, at any depth, that leave a row when the lead is erased. */
  const staying = async () =>
    (
      await site.sql`
        with recursive hanging as (
          select 'public.contact_submissions'::regclass::oid as relation
          union
          select k.conrelid from hanging h
          join pg_constraint k on k.confrelid = h.relation and k.contype = 'f' and k.confdeltype = 'c'
        )
        select conname as name from pg_constraint k join hanging h on k.confrelid = h.relation
        where k.contype = 'f' and (k.confdeltype <> 'c' or cardinality(k.conkey) > 1)
        union
        select c.relname || '.' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p')
          and a.attname in ('submission_id', 'lead_id', 'lead') and not a.attisdropped
          and not exists (
            select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid
              and k.conkey = array[a.attnum] and k.confdeltype = 'c'
          )
          -- an id that leads nowhere any more, with only timestamps, identifies no one
          and exists (
            select from pg_attribute w where w.attrelid = c.oid and w.attnum > 0 and not w.attisdropped
              and w.atttypid not in ('uuid'::regtype, 'timestamptz'::regtype, 'boolean'::regtype)
          )`
    ).map(({ name }) => name);

  test("deletes everything that refers to a lead", async () => {
    expect(await staying()).toEqual([]);
  });

  test("finds unerased columns, and exports new tables", async () => {
    await site.sql`create table loose (lead_id uuid references contact_submissions on delete set null)`;
    await site.sql`create table looser (submission_id uuid, words text)`;
    expect(await staying()).toEqual(["loose_lead_id_fkey", "looser.submission_id"]);
    await site.sql`drop table loose, looser`;
    await site.sql`create table deeper (
      id uuid primary key, of_note uuid references submission_notes on delete cascade, words text)`;
    const id = await add({ email: EMAIL });
    const [note] = await site.sql`
      insert into submission_notes (submission_id, body) values (${id}, 'Called.') returning id`;
    await site.sql`insert into deeper values (${id}, ${note?.id}, ${MARK})`;
    expect((await call("lead_person_export")).tables.deeper).toMatchObject([{ words: MARK }]);
    await admin.rpc("lead_person_erase", { address: EMAIL }).throwOnError();
    expect(await site.sql`select from deeper`).toEqual([]);
    await site.sql`drop table deeper`;
  });
});
