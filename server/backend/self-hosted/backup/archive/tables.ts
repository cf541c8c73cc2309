import type { TransactionSql } from "postgres";

export interface Table {
  schema: string;
  name: string;
  /** those that are stored as given; generated ones are computed anew */
  columns: string[];
}

/** The schemas that migrations and bootstrap make. What else lies in a database is somebody else's. */
const OURS = ["public", "private", "auth", "storage", "loading_dock", "supabase_migrations"];

/** Every table that a backup holds. */
export async function listTables(tx: TransactionSql): Promise<Table[]> {
  const rows = await tx<Table[]>`
    select n.nspname as schema, c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and n.nspname = any (${OURS})
    group by 1, 2 order by 1, 2`;
  return [...rows];
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export const tableName = ({ schema, name }: Table) => `${quoted(schema)}.${quoted(name)}`;

/** What COPY reads or writes: the table and its columns by name, so that their order may change. */
export const copyTarget = (table: Table) =>
  `${tableName(table)} (${table.columns.map(quoted).join(", ")})`;

/** How values are written, whatever the server and the role are set to: equal rows give equal bytes. */
export const writeAlike = (tx: TransactionSql) =>
  tx.unsafe(
    "set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex'",
  );
