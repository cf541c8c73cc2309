import { answered } from "#app/lib/data/answers.ts";
import type { AuditEntry, AuditSelection } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** The prefix of every audit log query key. */
export const name = "audit_log";

/** Entries per page, as the database has it. */
export const PAGE_SIZE = 50;

/** A day that exists, in a plausible year. */
function isDay(text: string | undefined): boolean {
  const [day] = /^(?:19|2\d)\d\d-\d\d-\d\d$/.exec(text ?? "") ?? [];
  const time = new Date(`${day}T00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(`${day}T`);
}

/** What was chosen in the address; invalid days and blank values are left out. */
const asked = ({ since, until, ...rest }: AuditSelection): AuditSelection =>
  Object.fromEntries(
    Object.entries({
      ...rest,
      since: isDay(since) ? since : "",
      until: isDay(until) ? until : "",
    }).filter(([, value]) => value),
  );

/** Whether no day can match, because the dates are in the wrong order. */
export const isReversed = ({ since = "", until = "" }: AuditSelection): boolean =>
  isDay(since) && isDay(until) && since > until;

/** Entries, newest first, after the previous page's last one. Throws the backend's error. */
export const list = (what: AuditSelection, after?: AuditEntry) =>
  answered(
    supabase().rpc("audit_list", {
      what: asked(what),
      ...(after && { older_than: { at: after.at, id: after.id } }),
    }),
  );

/** The same entries for a file: the newest 10,000. The database logs it. */
export const exportAll = (what: AuditSelection) =>
  answered(supabase().rpc("audit_export", { what: asked(what) }));

/** On hosts without our scheduled jobs (hosted Supabase), a visit deletes expired entries. */
export const clean = (): Promise<number> => answered(supabase().rpc("audit_clean"));
