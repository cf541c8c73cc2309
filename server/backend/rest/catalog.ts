import type { Query } from "#server/backend/postgres/pool.ts";

/** What /rest/v1 serves: the schema `public`, as described by the database itself. */
export interface Catalog {
  tables: ReadonlyMap<string, Table>;
  routines: ReadonlyMap<string, Routine>;
}

export interface Table {
  name: string;
  columns: ReadonlySet<string>;
}

export interface Routine {
  name: string;
  /** name, SQL type, and whether a call may omit it */
  parameters: readonly { name: string; type: string; optional: boolean }[];
  returns: "nothing" | "one" | "many";
}

/** Reads the catalog once, after the migrations. Overloaded functions are left out. */
export async function readCatalog(query: Query): Promise<Catalog> {
  const tables = await query<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
    group by c.oid`;
  const routines = await query<{
    name: string;
    returns: Routine["returns"];
    parameters: Routine["parameters"] | null;
  }>`
    select p.proname as name,
      case when p.prorettype = 'void'::regtype then 'nothing' when p.proretset then 'many' else 'one' end
        as returns,
      (
        select json_agg(json_build_object(
          'name', p.proargnames[place], 'type', format_type(kind, null),
          'optional', place > p.pronargs - p.pronargdefaults
        ) order by place)
        from unnest(p.proargtypes::oid[]) with ordinality as parameter (kind, place)
      ) as parameters
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      and not exists (
        select from pg_proc other where other.pronamespace = p.pronamespace
          and other.proname = p.proname and other.oid <> p.oid
      )`;
  return {
    tables: new Map(tables.map(({ name, columns }) => [name, { name, columns: new Set(columns) }])),
    routines: new Map(
      routines.map(({ name, returns, parameters }) => [
        name,
        { name, returns, parameters: parameters ?? [] },
      ]),
    ),
  };
}
