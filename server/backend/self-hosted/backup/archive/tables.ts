import type { Tx } from "#server/backend/postgres/connection.ts";

export interface Table {
  schema: string;
  name: string;
  /** those that are stored as given; generated ones are computed again */
  columns: string[];
}

/** The schemas that migrations and bootstrap make. What else lies in a database is somebody else's. */
export const SCHEMAS = [
  "public",
  "private",
  "auth",
  "storage",
  "loading_dock",
  "supabase_migrations",
];

/** What no backup holds, and no restore fills: sessions are signed with it. */
const NEVER = "loading_dock.secrets";
export const isNever = (name: string) => name === NEVER;

/** Rows of loading_dock.state that earlier versions kept such secrets in. */
const SECRET_KEYS = ["jwt_secret", "secret_key", "login_password"];

/** After rows came back that an earlier version backed up. */
export const forgetSecrets = (tx: Tx) =>
  tx`delete from loading_dock.state where key = any (${SECRET_KEYS})`;

/** Every table that a backup holds. */
export async function listTables(tx: Tx): Promise<Table[]> {
  const rows = await tx<Table[]>`
    select n.nspname as schema, c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and n.nspname = any (${SCHEMAS})
      and n.nspname || '.' || c.relname <> ${NEVER}
    group by 1, 2 order by 1, 2`;
  return [...rows];
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export const tableName = ({ schema, name }: Table) => `${quoted(schema)}.${quoted(name)}`;

/** What COPY reads or writes: the table and its columns by name, so that their order may change. */
export const copyTarget = (table: Table) =>
  `${tableName(table)} (${table.columns.map(quoted).join(", ")})`;

/** What COPY writes: all rows but those that hold a secret, which a site has until it is upgraded. */
export function copySource(table: Table): string {
  if (table.schema !== "loading_dock" || table.name !== "state") return copyTarget(table);
  const secret = SECRET_KEYS.map((key) => `'${key}'`).join(", ");
  const columns = table.columns.map(quoted).join(", ");
  return `(select ${columns} from ${tableName(table)} where key not in (${secret}))`;
}

/** How values are written, whatever the server and the role are set to: equal rows give equal bytes. */
export const writeAlike = (tx: Tx) =>
  tx.unsafe(
    "set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex'",
  );
