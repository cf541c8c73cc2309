import { StaleError } from "#app/lib/errors/backend-error.ts";
import type { StoredRow } from "./table-store.ts";

/** The plain writes of a store: on the live table, or in a set. */
interface Writes<Row, Insert, Update> {
  insert: (values: Insert & { id: string }) => Promise<Row>;
  get: (id: string) => Promise<Row | null>;
  /** Changes the row if it is still as it was read. @returns it as it is now, and whether it had changed before */
  write: (seen: Row, changes: Update) => Promise<{ row: Row; stale: boolean }>;
}

/** What every store does when an answer got lost, or when someone else was faster. */
export function safeWrites<Row extends StoredRow, Insert extends Update, Update>({
  insert,
  get,
  write,
}: Writes<Row, Insert, Update>) {
  /**
   * Changes a row if it is still as it was read.
   * @throws StaleError with the row as it is now, when someone else was faster
   */
  async function update(seen: Row, changes: Update): Promise<Row> {
    const { row, stale } = await write(seen, changes);
    if (!stale) return row;
    if (sameContent(seen, row)) return update(row, changes);
    throw new StaleError<Row>(row);
  }

  /**
   * Inserts a row under an id that the caller made. If the first answer got lost and this is called again, it
   * changes that row instead of adding a second one.
   */
  async function insertOnce(id: string, values: Insert): Promise<Row> {
    try {
      return await insert({ ...values, id });
    } catch (cause) {
      const stored = (cause as { code?: string }).code === "23505" && (await get(id));
      if (!stored) throw cause;
      return update(stored, values);
    }
  }

  return { update, insertOnce };
}

/** Whether only the version of a row moved: it was put in order as the screen shows it, say. */
export function sameContent<Row extends StoredRow>(a: Row, b: Row): boolean {
  return Object.entries(a).every(
    ([name, value]) =>
      name === "updated_at" || JSON.stringify(value) === JSON.stringify(b[name as keyof Row]),
  );
}
