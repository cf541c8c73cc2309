import type { Sql } from "#server/backend/postgres/connection.ts";

/** The JSON type that PostgREST returns for a column or argument, by PostgreSQL type name. */
const JSON_TYPES: Record<string, string> = {
  uuid: "string",
  text: "string",
  timestamptz: "string",
  date: "string",
  int4: "number",
  int8: "number",
  numeric: "number",
  bool: "boolean",
  json: "Json",
  jsonb: "Json",
  void: "undefined",
};

/** Return types that may be null; a boolean function always returns a value. */
const MAY_BE_NULL = new Set(["uuid", "text", "timestamptz", "date", "int4", "int8"]);

/** @throws for a type missing from JSON_TYPES: add the JSON type it becomes */
function jsonType(udt: string): string {
  const isList = udt.startsWith("_");
  const type = JSON_TYPES[isList ? udt.slice(1) : udt];
  if (!type) throw new Error(`scripts/write/database-types.ts does not know the type ${udt}.`);
  return isList ? `${type}[]` : type;
}

interface Column {
  name: string;
  udt: string;
  nullable: boolean;
  has_default: boolean;
  computed: boolean;
  comment: string | null;
}
interface Table {
  name: string;
  columns: Column[];
  /** the definitions of its check constraints */
  checks: string[];
}
interface Routine {
  name: string;
  args: { name: string; udt: string; optional: boolean }[] | null;
  /** the columns of a row, for a function that returns a table */
  row: { name: string; udt: string }[] | null;
  returns: string;
}

/** Tables that the API exposes to people with or without a session; only these get types. */
const tablesOf = (sql: Sql) => sql<Table[]>`
  select c.relname as name,
    (select json_agg(json_build_object('name', a.attname, 'udt', t.typname,
        'nullable', not a.attnotnull, 'has_default', a.atthasdef and a.attgenerated = '',
        'computed', a.attgenerated <> '', 'comment', col_description(c.oid, a.attnum))
        order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    coalesce((select json_agg(pg_get_constraintdef(k.oid) order by k.conname)
      from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'), '[]') as checks
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
    and has_any_column_privilege('authenticated', c.oid, 'select, insert, update')
  order by 1`;

const routinesOf = (sql: Sql) => sql<Routine[]>`
  select p.proname as name,
    (select json_agg(json_build_object('name', a.name, 'udt', t.typname,
        'optional', a.place > p.pronargs - p.pronargdefaults) order by a.place)
      from unnest(p.proargtypes::oid[], p.proargnames[1:p.pronargs])
        with ordinality as a (type, name, place)
      join pg_type t on t.oid = a.type) as args,
    (select json_agg(json_build_object('name', p.proargnames[a.place], 'udt', t.typname)
        order by a.place)
      from unnest(p.proallargtypes, p.proargmodes) with ordinality as a (type, mode, place)
      join pg_type t on t.oid = a.type where a.mode = 't') as row,
    (select typname from pg_type where oid = p.prorettype) as returns
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
  order by 1`;

/** `CHECK ((status = ANY (ARRAY['new'::text, 'closed'::text])))`: the values a column may hold. */
const CHOICE = /^CHECK \(\((\w+) = ANY \(ARRAY\[((?:'(?:[^']|'')*'::text(?:, )?)+)\]\)\)\)$/;

function choicesOf({ checks }: Table): Map<string, string> {
  const choices = new Map<string, string>();
  for (const check of checks) {
    const [, column, list] = CHOICE.exec(check) ?? [];
    if (!column || !list) continue;
    const words = [...list.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, word = ""]) =>
      JSON.stringify(word.replaceAll("''", "'")),
    );
    choices.set(column, words.join(" | "));
  }
  return choices;
}

function tableType(table: Table): string {
  const choices = choicesOf(table);
  const typeOf = ({ name, udt, nullable }: Column) =>
    (choices.get(name) ?? jsonType(udt)) + (nullable ? " | null" : "");
  const row = table.columns.map(
    (column) =>
      `${column.comment ? `/** ${column.comment} */\n` : ""}${column.name}: ${typeOf(column)};`,
  );
  const written = table.columns.filter(({ computed }) => !computed);
  const insert = written.map((column) => {
    const optional = column.nullable || column.has_default ? "?" : "";
    return `${column.name}${optional}: ${typeOf(column)};`;
  });
  const update = written.map((column) => `${column.name}?: ${typeOf(column)};`);
  const block = (lines: string[]) => `{\n${lines.join("\n")}\n}`;
  return `${table.name}: {
Row: ${block(row)};
Insert: ${block(insert)};
Update: ${block(update)};
Relationships: [];
};`;
}

function routineType({ name, args, row, returns }: Routine): string {
  const taken = (args ?? []).map(
    (arg) => `${arg.name}${arg.optional ? "?" : ""}: ${jsonType(arg.udt)}`,
  );
  const given = row
    ? `{ ${row.map((column) => `${column.name}: ${jsonType(column.udt)}`).join("; ")} }[]`
    : jsonType(returns) + (MAY_BE_NULL.has(returns) ? " | null" : "");
  return `${name}: {
Args: ${taken.length > 0 ? `{ ${taken.join("; ")} }` : "Record<never, never>"};
Returns: ${given};
};`;
}

/**
 * The schema of a migrated database as a supabase-js type, unformatted. A column that a check
 * constraint limits to certain values becomes a union; a column's comment becomes its
 * documentation.
 */
export async function databaseTypes(sql: Sql): Promise<string> {
  const [tables, routines] = [await tablesOf(sql), await routinesOf(sql)];
  return `// Written by \`npm run types:write\` from supabase/migrations: change the tables there, not here.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type GeneratedDatabase = {
public: {
Tables: {
${tables.map(tableType).join("\n")}
};
Views: Record<never, never>;
Functions: {
${routines.map(routineType).join("\n")}
};
};
};
`;
}
