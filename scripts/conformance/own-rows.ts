import type { SupabaseClient } from "@supabase/supabase-js";
import { type Table, tableNames, tables } from "#tests/tables/index.ts";
import { CannotCheck } from "./people.ts";

/** Tables where a row would have side effects: it sends email, or a file is expected. */
const NONE_MADE: readonly Table[] = [
  "contact_submissions",
  "submission_notes",
  "lead_recipients",
  "media_library",
];

const NAME = "Conformance check";

/** Rows that the check made, hidden from visitors where the table allows it. It touches no others. */
export interface OwnRows {
  id(table: string): string | undefined;
  /** @returns the row as the admin sees it, or null if it is gone */
  look(table: string): Promise<object | null>;
  /** @returns whether the row is gone */
  remove(table: string): Promise<boolean>;
  removeAll(): Promise<void>;
}

/** @param admin if omitted, no rows are made */
export async function makeOwnRows(admin: SupabaseClient | undefined): Promise<OwnRows> {
  const ids = new Map<string, string>();
  const own: OwnRows = {
    id: (table) => ids.get(table),
    async look(table) {
      const found = admin?.from(table).select("*").eq("id", ids.get(table)).maybeSingle();
      const { data, error } = (await found) ?? { data: null, error: null };
      if (error) throw new CannotCheck(`A row of the check's own can't be read: ${error.message}`);
      return data;
    },
    async remove(table) {
      await admin?.from(table).delete().eq("id", ids.get(table));
      const gone = (await own.look(table)) === null;
      if (gone) ids.delete(table);
      return gone;
    },
    async removeAll() {
      for (const table of [...ids.keys()])
        if (!(await own.remove(table)))
          throw new CannotCheck(
            `The row ${ids.get(table)} of ${table}, which the check made, could not be deleted. Delete it by hand.`,
          );
    },
  };
  if (!admin) return own;
  try {
    for (const table of tableNames.filter((name) => !NONE_MADE.includes(name))) {
      const { make, list } = tables[table];
      const row = { ...make(), ...(list && { [list.names]: NAME }) };
      const { data, error } = await admin.from(table).insert<object>(row).select("id").single();
      if (!error) ids.set(table, data.id);
    }
  } catch (error) {
    await own.removeAll();
    throw error;
  }
  return own;
}
