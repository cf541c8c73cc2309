import type { SupabaseClient } from "@supabase/supabase-js";
import type { Who } from "#tests/access/everyone.ts";
import { nobody } from "#tests/access/functions.ts";
import { keyOf, selects, writes } from "#tests/access/tables.ts";
import { type Table, tables } from "#tests/tables/index.ts";
import type { OwnRows } from "./own-rows.ts";
import type { People } from "./people.ts";
import {
  brokeRule,
  counted,
  differs,
  holds,
  NO_RIGHT,
  type Result,
  said,
  unknown,
} from "./result.ts";

/** The maximum number of rows that a project returns at once. */
const MOST = 1000;

const factsOf = (table: string) => tables[table as Table];

/** Checks every table cell for each person in `people`. */
export async function checkTables(people: People, own: OwnRows): Promise<Result[]> {
  const results: Result[] = [];
  for (const cell of selects) if (people[cell.who]) results.push(await reads(cell, people, own));
  const me = (await people.admin?.auth.getUser())?.data.user?.id;
  for (const cell of writes) {
    const client = people[cell.who];
    if (!client) continue;
    const check = { insert: inserts, update: updates, delete: deletes }[cell.operation];
    results.push(await check({ ...cell, client, own, me }));
  }
  return results;
}

type Row = Record<string, unknown>;

async function reads(
  { table, who, gets }: (typeof selects)[number],
  people: People,
  own: OwnRows,
): Promise<Result> {
  const cell = `${who}: select from ${table}`;
  // In some tables, even admins can't read every column.
  const columns = gets === "shown" ? "*" : keyOf(table);
  const asked = people[who]?.from(table).select(columns).limit(MOST);
  const { data, error } = (await asked) ?? { data: null, error: null };
  const rows = (data ?? []) as unknown as Row[];
  if (error)
    return gets === "none" && error.code === NO_RIGHT ? holds(cell) : differs(cell, said(error));
  if (gets === "all") return holds(cell);
  if (gets === "shown") {
    const wrong = await notAsShown(table, rows, people.admin);
    return wrong ? differs(cell, wrong) : holds(cell);
  }
  if (rows.length > 0)
    return differs(cell, `${counted(rows.length, "row")} came back, and none may`);
  return own.id(table) || (await hasRows(people.admin, table))
    ? holds(cell)
    : unknown(cell, "no row is known there that could have come back");
}

/** @returns what is wrong with the rows of someone who should see exactly what visitors see */
async function notAsShown(table: string, rows: Row[], admin: SupabaseClient | undefined) {
  const { isShown = () => false } = factsOf(table);
  const hidden = rows.filter((row) => !isShown(row));
  if (hidden.length > 0)
    return `${counted(hidden.length, "row")} came back that must be hidden, such as ${hidden[0]?.id}`;
  const { data: all } = (await admin?.from(table).select("*").limit(MOST)) ?? {};
  if (!all || all.length === MOST) return undefined;
  const seen = new Set(rows.map(({ id }) => id));
  const missed = all.filter((row) => isShown(row) && !seen.has(row.id));
  return missed.length > 0
    ? `${counted(missed.length, "row")} did not come back that must be shown, such as ${missed[0].id}`
    : undefined;
}

async function hasRows(admin: SupabaseClient | undefined, table: string) {
  const found = await admin?.from(table).select(keyOf(table)).limit(1);
  return (found?.data ?? []).length > 0;
}

interface Try {
  table: string;
  who: Who;
  gets: "yes" | "no";
  client: SupabaseClient;
  own: OwnRows;
  /** the admin's id */
  me: string | undefined;
}

/** Uses a row that violates the table's constraints, which run after the policies: nothing is ever stored. */
async function inserts({ table, who, gets, client, me }: Try): Promise<Result> {
  const cell = `${who}: insert into ${table}`;
  const { make, refuses, needs } = factsOf(table) ?? {};
  const bad = { ...make?.(), ...refuses?.[0]?.[1], [keyOf(table)]: null };
  const { error } = await client.from(table).insert(needs && me ? { ...bad, author_id: me } : bad);
  if (!error) return differs(cell, "a row was stored that no rule of the table allows: delete it");
  if (error.code === NO_RIGHT)
    return gets === "no" ? holds(cell) : differs(cell, "refused, and it must be allowed");
  if (!brokeRule(error)) return differs(cell, said(error));
  return gets === "yes"
    ? holds(cell)
    : differs(cell, "allowed, and it must be refused (the row was too bad to be stored)");
}

async function updates(given: Try): Promise<Result> {
  const { table, who, client, own } = given;
  const { patch = { [keyOf(table)]: nobody } } = factsOf(table) ?? {};
  const before = own.id(table) && (await own.look(table));
  const { error } = await client
    .from(table)
    .update(patch)
    .eq(keyOf(table), own.id(table) ?? nobody);
  const changed = own.id(table) && JSON.stringify(await own.look(table)) !== JSON.stringify(before);
  return judge(`${who}: update ${table}`, given, error, changed);
}

async function deletes(given: Try): Promise<Result> {
  const { table, who, client, own } = given;
  const cell = `${who}: delete from ${table}`;
  const had = own.id(table);
  const { error } = await client
    .from(table)
    .delete()
    .eq(keyOf(table), had ?? nobody);
  const gone = had && (await own.look(table)) === null;
  if (gone) await own.remove(table);
  return judge(cell, given, error, gone);
}

/** @param touched whether the check's own row was changed or deleted; undefined if it has none */
function judge(
  cell: string,
  { table, who, gets }: Try,
  error: { code: string; message: string } | null,
  touched: boolean | "" | undefined,
): Result {
  if (gets === "yes") {
    if (error) return differs(cell, said(error));
    return touched === false ? differs(cell, "nothing happened, and it must") : holds(cell);
  }
  if (error) return error.code === NO_RIGHT ? holds(cell) : differs(cell, said(error));
  if (touched) return differs(cell, "a row of the check's own was written, and it must be refused");
  // Only signed-in people have table privileges; for them, policies decide row by row. What even admins may
  // not do is refused at once.
  if (who === "visitor" || !(factsOf(table) || table === "media_trash"))
    return differs(cell, "not refused before any row was looked for");
  if (touched === false) return holds(cell);
  return unknown(cell, "there is no row that the check may try it on");
}
