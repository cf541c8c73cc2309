import type { Sql, Tx } from "#server/backend/postgres/connection.ts";
import { loadRows } from "#server/backend/self-hosted/backup/archive/load.ts";
import { listTables, tableName } from "#server/backend/self-hosted/backup/archive/tables.ts";
import type { Progress } from "#server/backend/self-hosted/backup/deadline.ts";
import { dropAllObjects } from "#server/backend/self-hosted/backup/drop-all.ts";
import { holdMails } from "#server/backend/self-hosted/backup/hold-mails.ts";
import {
  restoreFiles,
  type Source,
  unpackSource,
} from "#server/backend/self-hosted/backup/restore.ts";
import type { MediaStore } from "#server/backend/storage/disk-store.ts";
import { type Rollback, recordRollback } from "./half-rolled-back.ts";

interface Parts {
  sql: Sql;
  source: Source;
  /** an empty folder */
  scratch: string;
  files: MediaStore;
  progress: Progress;
  /** recorded with the rows */
  rollback: Rollback;
}

/**
 * Replaces the current data with a backup's: tables, policies and rows in one transaction, so an
 * interruption changes nothing. Files that the backup has and the site lacks are restored. Files that only
 * the current data uses are removed once such a backup has expired.
 */
export async function restoreOldData(parts: Parts): Promise<void> {
  const { sql, source, scratch, progress, rollback } = parts;
  progress.begin(`reading ${source.label}`);
  const manifest = await unpackSource(source, scratch, progress);
  await sql.begin(async (tx) => {
    await tx`set local lock_timeout = '10s'`;
    const had = await versions(tx);
    progress.begin("removing current data");
    await dropAllObjects(tx);
    await loadRows(tx, scratch, source.label, progress);
    await holdMails(tx);
    await restoreFiles(tx, manifest, parts, (version) => !had.has(version));
    for (const version of await versions(tx)) had.delete(version);
    await tx`insert into loading_dock.files_to_remove (version, due_at)
      select version, now() + interval '30 days' from unnest(${[...had]}::text[]) as version
      on conflict do nothing`;
    // The older program must run its own bootstrap.
    await tx`delete from loading_dock.state where key in ('bootstrap', 'rollback')`;
    await recordRollback(tx, rollback);
    progress.signal.throwIfAborted();
  });
}

async function versions(tx: Tx): Promise<Set<string>> {
  const rows = await tx`select version from storage.objects where version is not null`;
  return new Set(rows.map(({ version }) => String(version)));
}

export interface Written {
  /** visitors' messages */
  leads: number;
  /** rows created or changed in all other tables, by table */
  others: [table: string, rows: number][];
}

/** What a rollback would lose without its backup: rows of `public`, by their own dates. */
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
