import type { Tx } from "#server/backend/postgres/connection.ts";

export interface Table {
  schema: string;
  name: string;
  /** the stored columns; generated ones are computed again */
  columns: string[];
}

/** The schemas that migrations and bootstrap create. Everything else belongs to others. */
export const SCHEMAS = [
  "public",
  "private",
  "auth",
  "storage",
  "loading_dock",
  "supabase_migrations",
];

/** Never in a backup, and never restored: it holds the keys that sign sessions. */
const NEVER = "loading_dock.secrets";
export const isExcludedTable = (name: string) => name === NEVER;

/** Rows of loading_dock.state where earlier versions stored such secrets. */
const SECRET_KEYS = ["jwt_secret", "secret_key", "login_password"];

/** Call after restoring rows from an earlier version's backup. */
export const forgetSecrets = (tx: Tx) =>
  tx`delete from loading_dock.state where key = any (${SECRET_KEYS})`;

/** Every table that backups contain. Unlogged ones are forgotten each day (decision 0073). */
export async function listTables(tx: Tx): Promise<Table[]> {
  const rows = await tx<Table[]>`
    select n.nspname as schema, c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname = any (${SCHEMAS})
      and n.nspname || '.' || c.relname <> ${NEVER}
    group by 1, 2 order by 1, 2`;
  return [...rows];
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export const tableName = ({ schema, name }: Table) => `${quoted(schema)}.${quoted(name)}`;

/** A table for COPY, with its columns by name, since their order may change. */
export const copyTarget = (table: Table) =>
  `${tableName(table)} (${table.columns.map(quoted).join(", ")})`;

/** What COPY writes: all rows except secrets, which a site has there until it is upgraded. */
export function copySource(table: Table): string {
  if (table.schema !== "loading_dock" || table.name !== "state") return copyTarget(table);
  const secret = SECRET_KEYS.map((key) => `'${key}'`).join(", ");
  const columns = table.columns.map(quoted).join(", ");
  return `(select ${columns} from ${tableName(table)} where key not in (${secret}))`;
}

/** Fixes how values are written, whatever server and role are set to: equal rows give equal bytes. */
export const fixTextFormat = (tx: Tx) =>
  tx.unsafe(
    "set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex'",
  );
