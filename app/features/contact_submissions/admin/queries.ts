import { answered, checkRights, explainZeroRows } from "#app/lib/data/answers.ts";
import type {
  ContactSubmission,
  Lead,
  LeadCursor,
  LeadDetails,
  LeadOutcome,
  LeadPage,
  LeadsWanted,
} from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { type ListParams, type Page, tableStore } from "#app/lib/data/table-store.ts";
import { RefusedError, StaleError } from "#app/lib/errors/backend-error.ts";
import { withProof } from "#app/lib/retry/with-proof.ts";
import { instantOfWall } from "#contract/time/wall-time.ts";
import { isUuid } from "#supabase/functions/_shared/uuid.ts";
import { LEADS } from "./new-leads.ts";

const needs = ["handleLeads"] as const;
const store = tableStore(LEADS, { order: [["created_at", "desc"]], needs });
export const { name } = store;
/** Leads per page. */
export const PAGE_SIZE = 25;

/** Which leads, and in which order: as in the URL. */
export type LeadQuery = Pick<ListParams, "q" | "filters" | "sort">;

/** The start of a day in company time, `later` days on; "" for an invalid or implausible date. */
function dayBegins(day: string | undefined, later = 0): string {
  const [, year, month, date] = /^((?:19|2\d)\d\d)-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
  const midnight = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date) + later));
  if (Number.isNaN(midnight.getTime())) return "";
  return new Date(instantOfWall(midnight.toISOString().slice(0, 16))).toISOString();
}

/** The URL parameters as the database query: dates as instants, both days included, "" left out. */
function asked({ q, filters = {}, sort = "" }: LeadQuery): Partial<LeadsWanted> {
  const { since, until, ...rest } = filters;
  const what = { q, sort, ...rest, since: dayBegins(since), until: dayBegins(until, 1) };
  return Object.fromEntries(Object.entries(what).filter(([, value]) => value !== ""));
}

/** One page of matching leads, and the total count. */
export const list = (
  { page, pageSize, ...query }: ListParams,
  client = supabase(),
): Promise<LeadPage> =>
  answered(client.rpc("lead_list", { what: asked(query), page, page_size: pageSize }));

/**
 * The current lead; null when it was deleted, or when a truncated link has no valid id.
 * @throws when the caller lost access, which would look the same
 */
export async function get(id: string): Promise<ContactSubmission | null> {
  if (!isUuid(id)) return null;
  const row = await store.get(id);
  if (!row) await checkRights();
  return row;
}

/**
 * Yields all matches, 250 rows at a time, so the longest messages fit into a response (8 MB). Each
 * page continues after the last row, so rows that come or go meanwhile shift nothing.
 */
export async function* listAll(
  query: LeadQuery,
  signal: AbortSignal,
  client = supabase(),
): AsyncGenerator<Page<Lead>> {
  const page_size = 250;
  let after: LeadCursor | undefined;
  do {
    const what = asked(query);
    const page = await answered(
      client.rpc("lead_list", { what, page_size, ...(after && { after }) }).abortSignal(signal),
    );
    const last = page.rows.at(-1);
    after = page.rows.length === page_size && last ? pickCursor(last) : undefined;
    yield page;
  } while (after);
}

const pickCursor = (row: Lead): LeadCursor => {
  const { id, created_at, status, is_spam, deleted_at, monthly_volume } = row;
  return { id, created_at, status, is_spam, deleted_at, monthly_volume };
};

export type Arrivals = Record<"leads" | "answers", number>;

/** How many matching leads arrived since, and how many others have a new answer. @param newest the newest from an earlier response */
export async function countArrived(query: LeadQuery, newest: string | null): Promise<Arrivals> {
  const what = { ...asked(query), arrived_after: newest ?? "-infinity" };
  const page = await answered(supabase().rpc("lead_list", { what, page_size: 0 }));
  return { leads: page.total - page.answered, answers: page.answered };
}

/**
 * What the list leaves out: notes, and when the leads were answered.
 * @param beginsOf of an export's first part: how many leads it will have, for the audit log
 */
export async function exportDetails(
  ids: readonly string[],
  signal: AbortSignal,
  beginsOf?: number,
): Promise<LeadDetails[]> {
  const details: LeadDetails[] = [];
  while (details.length < ids.length) {
    const rest = ids.slice(details.length);
    const begins = details.length === 0 ? beginsOf : undefined;
    const asked = begins === undefined ? { ids: rest } : { ids: rest, begins_of: begins };
    const some = await withProof(() =>
      answered(supabase().rpc("lead_export", asked).abortSignal(signal)),
    );
    details.push(...some);
  }
  return details;
}

/** Possible owners, and the values the list can be filtered by. */
export const choices = () => answered(supabase().rpc("lead_choices"));

/** Other leads from the same person, newest first. */
export const samePerson = (lead: string) => answered(supabase().rpc("lead_same_person", { lead }));

/** Joins two leads into one conversation. @throws when either is gone */
export async function join(lead: string, other: string): Promise<void> {
  if (!(await answered(supabase().rpc("lead_join", { lead, other })))) await explainZeroRows(needs);
}

/** Removes a lead from its conversation; does nothing if it is in none. */
export const part = (lead: string) => answered(supabase().rpc("lead_part", { lead }));

/** A status, with what belongs to it. The database sets the times, except for those that Undo brings back. */
export type LeadState = Pick<Lead, "status"> &
  Partial<LeadOutcome & Pick<Lead, "answered_at" | "closed_at" | "new_answer_at">>;

export const NO_OUTCOME = { outcome: null, outcome_value: null, outcome_reason: null };

/** All of a lead's state, for Undo, which leaves the mark of a reply that arrived meanwhile. */
export const stateOf = (row: Lead): LeadState => {
  const { status, answered_at, closed_at, outcome, outcome_value, outcome_reason } = row;
  const state = { status, answered_at, closed_at, outcome, outcome_value, outcome_reason };
  return row.new_answer_at ? { ...state, new_answer_at: row.new_answer_at } : state;
};

const isSameOutcome = (a: Lead, b: Lead) =>
  a.outcome === b.outcome &&
  a.outcome_value === b.outcome_value &&
  a.outcome_reason === b.outcome_reason;

/**
 * Sets the status; any status can follow any other (rule I-2). The outcome of a closed lead is set with
 * it; reopening removes the outcome.
 * @throws StaleError when someone else set another status or outcome meanwhile
 */
export async function setState(seen: Lead, state: LeadState): Promise<ContactSubmission> {
  try {
    return await store.update(seen as ContactSubmission, state);
  } catch (cause) {
    const now = cause instanceof StaleError ? (cause.current as ContactSubmission) : undefined;
    if (now?.deleted_at && !seen.deleted_at) return explainZeroRows(needs);
    // Something else about it changed, which is no conflict.
    if (now && [seen.status, state.status].includes(now.status) && isSameOutcome(now, seen))
      return store.update(now, state);
    throw cause;
  }
}

/** Fields that can be changed in bulk, one at a time, regardless of the rows' versions. */
export type Changes = Partial<
  Pick<Lead, "status" | "owner_id" | "follow_up_on" | "is_spam" | "deleted_at">
>;

export interface Chosen {
  rows: readonly Lead[];
  /** also those on other pages: the query, and how many it matched when they were selected */
  all?: { query: LeadQuery; total: number } | undefined;
}

/** A change and the previous values: enough to undo it. */
export interface Changed {
  changes: Changes;
  undo: (Pick<Lead, "id"> & Partial<Lead>)[];
}

/**
 * Changes all selected leads in one call, except those deleted or trashed meanwhile.
 * @throws when none is left, or the query now matches different ones
 */
export async function change({ rows, all }: Chosen, changes: Changes): Promise<Changed> {
  const inTrash = changes.deleted_at === null || rows.some(({ deleted_at }) => deleted_at);
  const ids = rows.map(({ id }) => id);
  const { found, undo } = await answered(
    supabase().rpc(
      "lead_change",
      all
        ? { what: asked(all.query), changes, expected: all.total }
        : { what: { ids, ...(inTrash && { show: "trash" }) }, changes },
    ),
  );
  if (found === 0) await explainZeroRows(needs);
  return { changes, undo };
}

/** Restores each lead's previous values, unless someone changed them since. Returns how many. */
export const changeBack = (changed: Changed): Promise<number> =>
  answered(supabase().rpc("lead_change_back", { ...changed }));

/** Since when an answer waits for the team; null: none does. */
export async function setNewAnswer(lead: string, new_answer_at: string | null): Promise<void> {
  const rows = await answered(
    supabase().from(name).update({ new_answer_at }).eq("id", lead).select("id"),
  );
  if (rows.length === 0) await explainZeroRows(needs);
}

/** Moves to the trash, from which leads can be restored for 30 days. */
export const remove = (chosen: Chosen) => change(chosen, { deleted_at: new Date().toISOString() });

export const restore = (rows: readonly Lead[]) => change({ rows }, { deleted_at: null });

/** Permanently deletes leads still in the trash, with notes and activity. @throws when none is */
export async function deletePermanently(
  rows: readonly Pick<Lead, "id">[],
): Promise<Pick<Lead, "id">[]> {
  const ids = rows.map(({ id }) => id);
  const inTrash = supabase().from(name).delete().in("id", ids).not("deleted_at", "is", null);
  const gone = await answered(inTrash.select("id"));
  if (gone.length > 0) return gone;
  await checkRights();
  throw new RefusedError("Someone else already restored or deleted it");
}

/** Deletes what has been in the trash for 30 days, for hosts without a scheduled job. */
export const cleanTrash = () => answered(supabase().rpc("leads_clean"));

/** Queues the team email again, whatever its state. */
export const makeMailDue = ({ id }: Lead) =>
  answered(supabase().rpc("resend_submission_mail", { submission_id: id }));

/** When the hourly limit allows the email about a lead; null when it isn't held back. */
export const noticeAt = (lead: string) => answered(supabase().rpc("lead_notice_at", { lead }));

/** Sends a due email, through the function the contact form uses (rule C-8). */
export async function sendMail({ request_id }: Pick<Lead, "request_id">): Promise<void> {
  const { error } = await supabase().functions.invoke("send-contact-email", {
    body: { formData: { request_id } },
  });
  if (error) throw error;
}
