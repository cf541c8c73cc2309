import type { TransactionSql } from "postgres";
import type { Sql } from "#server/backend/postgres/connection.ts";
import { loadRows } from "#server/backend/self-hosted/backup/archive/load.ts";
import { listTables, tableName } from "#server/backend/self-hosted/backup/archive/tables.ts";
import type { Progress } from "#server/backend/self-hosted/backup/deadline.ts";
import { holdMails } from "#server/backend/self-hosted/backup/hold-mails.ts";
import {
  restoreFiles,
  type Source,
  unpackSource,
} from "#server/backend/self-hosted/backup/restore.ts";
import type { MediaStore } from "#server/backend/storage/disk-store.ts";
import { noteRollback, type Rollback } from "./half-rolled-back.ts";

interface Parts {
  sql: Sql;
  source: Source;
  /** an empty folder */
  scratch: string;
  files: MediaStore;
  progress: Progress;
  /** written down with the rows */
  rollback: Rollback;
}

/**
 * Puts what a backup holds in the place of what is there: tables, rules and rows in one transaction, so that
 * whatever ends this half-way leaves all as it was. Files that the backup has and the site has no more come
 * back; those that only what was there knew go after the time that such a backup is kept.
 */
export async function bringDataBack(parts: Parts): Promise<void> {
  const { sql, source, scratch, progress, rollback } = parts;
  progress.begin(`reading ${source.label}`);
  const manifest = await unpackSource(source, scratch, progress);
  await sql.begin(async (tx) => {
    await tx`set local lock_timeout = '10s'`;
    const had = await versions(tx);
    progress.begin("taking away what is there");
    await tx.unsafe(EMPTY).simple();
    await loadRows(tx, scratch, source.label, progress);
    await holdMails(tx);
    await restoreFiles(tx, manifest, parts, (version) => !had.has(version));
    for (const version of await versions(tx)) had.delete(version);
    await tx`insert into loading_dock.files_to_remove (version, due_at)
      select version, now() + interval '30 days' from unnest(${[...had]}::text[]) as version
      on conflict do nothing`;
    // The program that comes back makes what lies under its migrations in its own way.
    await tx`delete from loading_dock.state where key in ('bootstrap', 'rollback')`;
    await noteRollback(tx, rollback);
    progress.signal.throwIfAborted();
  });
}

async function versions(tx: TransactionSql): Promise<Set<string>> {
  const rows = await tx`select version from storage.objects where version is not null`;
  return new Set(rows.map(({ version }) => String(version)));
}

/** All that bootstrap and migrations make. In `public`, what an extension brought stays. */
const EMPTY = `
drop schema private, auth, storage, loading_dock, supabase_migrations cascade;
do $$
declare
  made record;
begin
  for made in
    select case c.relkind when 'v' then 'view' when 'm' then 'materialized view'
      when 'S' then 'sequence' else 'table' end as kind, format('%I.%I', 'public', c.relname) as name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all
    select 'routine', format('%I.%I(%s)', 'public', p.proname, pg_get_function_identity_arguments(p.oid))
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select 'type', format('%I.%I', 'public', t.typname)
    from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
  loop
    execute format('drop %s if exists %s cascade', made.kind, made.name);
  end loop;
end
$$;
`;

export interface Written {
  /** messages of visitors */
  leads: number;
  /** by table, of all others: rows made or changed */
  others: [table: string, rows: number][];
}

/** What a rollback would lose if it did not keep it: rows of `public` by their own dates. */
export function writtenSince(sql: Sql, since: Date): Promise<Written> {
  return sql.begin("read only", async (tx) => {
    const written: Written = { leads: 0, others: [] };
    for (const table of await listTables(tx)) {
      const dates = table.columns.filter((name) => /^(created|updated)_at$/.test(name));
      if (table.schema !== "public" || dates.length === 0) continue;
      const [row] = await tx`select count(*)::integer as rows from ${tx.unsafe(tableName(table))}
        where greatest(${tx.unsafe(dates.join(", "))}) > ${since}`;
      if (table.name === "contact_submissions") {
        const [made] = await tx`select count(*)::integer as rows
          from public.contact_submissions where created_at > ${since}`;
        written.leads = made?.rows;
      } else if (row?.rows > 0) written.others.push([table.name, row?.rows]);
    }
    return written;
  }) as Promise<Written>;
}
