import { readdirSync } from "node:fs";
import type { TableName } from "#app/lib/data/table-store.ts";
import type { ListFacts, TableFacts } from "./facts.ts";

export type { Row, TableFacts } from "./facts.ts";
/** The tables that staff edit: triggers write the history, and only functions write change sets. */
export type Table = TableName;

const files = readdirSync(import.meta.dirname).filter(
  (name) => !["index.ts", "facts.ts"].includes(name),
);

/** The facts of each table that the API serves; each file in this folder is one table's. */
export const tables = Object.fromEntries(
  await Promise.all(
    files.map(async (file) => [
      file.replace(/\.ts$/, ""),
      (await import(/* @vite-ignore */ `./${file}`)).facts,
    ]),
  ),
) as Record<Table, TableFacts>;

export const tableNames = Object.keys(tables) as Table[];

/** The facts of a list that staff manage. @throws when the table's file has none */
export function listFactsOf(table: Table): ListFacts {
  const { list } = tables[table];
  if (!list) throw new Error(`tests/tables/${table}.ts says nothing of its list.`);
  return list;
}
