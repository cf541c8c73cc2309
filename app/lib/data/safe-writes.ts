import { StaleError } from "#app/lib/errors/backend-error.ts";
import type { StoredRow } from "./table-store.ts";

/** A store's plain writes, to the live table or a change set. */
interface Writes<Row, Insert, Update> {
  insert: (values: Insert & { id: string }) => Promise<Row>;
  get: (id: string) => Promise<Row | null>;
  /** Updates the row unless it changed (`stale`) since it was read. @returns the current row */
  write: (seen: Row, changes: Update) => Promise<{ row: Row; stale: boolean }>;
}

/** Store methods that handle lost responses and concurrent changes. */
export function safeWrites<Row extends StoredRow, Insert extends Update, Update>({
  insert,
  get,
  write,
}: Writes<Row, Insert, Update>) {
  /**
   * Updates a row if it is unchanged since it was read.
   * @throws StaleError with the current row when someone else changed it first
   */
  async function update(seen: Row, changes: Update): Promise<Row> {
    const { row, stale } = await write(seen, changes);
    if (!stale) return row;
    if (sameContent(seen, row)) return update(row, changes);
    throw new StaleError<Row>(row);
  }

  /**
   * Inserts a row under an id from the caller. A retry after a lost response updates that row instead of
   * adding a second one.
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

/** Whether two rows differ only in their version, for example after a reorder already shown. */
export function sameContent<Row extends StoredRow>(a: Row, b: Row): boolean {
  return Object.entries(a).every(
    ([name, value]) =>
      name === "updated_at" || JSON.stringify(value) === JSON.stringify(b[name as keyof Row]),
  );
}
