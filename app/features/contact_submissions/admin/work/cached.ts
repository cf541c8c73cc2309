import type { Lead, LeadEvent, SamePerson } from "#app/lib/data/database.types.ts";
import type { Page } from "#app/lib/data/table-store.ts";

/** What the inbox caches: a list page, a lead, its activity, related leads, the new count. */
export type Cached = Page<Lead> | Lead | LeadEvent[] | SamePerson[] | number;

const isPage = (data: Cached): data is Page<Lead> => typeof data === "object" && "rows" in data;
const isLead = (data: Cached): data is Lead => typeof data === "object" && "mail_status" in data;

/** The same data with `changes` applied to these rows. */
export function patched(data: Cached, rows: readonly Lead[], changes: Partial<Lead>): Cached {
  const ids = new Set(rows.map(({ id }) => id));
  const change = (row: Lead) => (ids.has(row.id) ? { ...row, ...changes } : row);
  if (isPage(data)) return { ...data, rows: data.rows.map(change) };
  return isLead(data) ? change(data) : data;
}

/** The same data without these rows. */
export function without(data: Cached, gone: readonly Lead[]): Cached {
  if (!isPage(data)) return data;
  const ids = new Set(gone.map(({ id }) => id));
  const rows = data.rows.filter(({ id }) => !ids.has(id));
  return { ...data, rows, total: data.total - (data.rows.length - rows.length) };
}
