import type { StoredRow } from "./table-store.ts";

/** Whether only the version of a row moved: it was put in order as the screen shows it, say. */
export function sameContent<Row extends StoredRow>(a: Row, b: Row): boolean {
  return Object.entries(a).every(
    ([name, value]) =>
      name === "updated_at" || JSON.stringify(value) === JSON.stringify(b[name as keyof Row]),
  );
}
