import { answered, checkRights, explainZeroRows } from "#app/lib/data/answers.ts";
import type {
  ContactSubmission,
  Lead,
  LeadCursor,
  LeadDetails,
  LeadEvent,
  LeadPage,
  LeadsWanted,
  SubmissionStatus,
} from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { type ListParams, type Page, tableStore } from "#app/lib/data/table-store.ts";
import { RefusedError, StaleError } from "#app/lib/errors/backend-error.ts";
import { instantOfWall } from "#contract/wall-time.ts";

const store = tableStore("contact_submissions", { order: [["created_at", "desc"]] });
export const { name } = store;
/** How many the screen shows at once. */
export const PAGE_SIZE = 25;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export type Wanted = Pick<ListParams, "q" | "filters" | "sort">;

/** The moment a day begins by the company's clock, some days later; "" for what is no day, or no year of ours. */
function dayBegins(day: string | undefined, later = 0): string {
  const [, year, month, date] = /^((?:19|2\d)\d\d)-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
  const midnight = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date) + later));
  if (Number.isNaN(midnight.getTime())) return "";
  return new Date(instantOfWall(midnight.toISOString().slice(0, 16))).toISOString();
}

/** The list's address as the database's question: days become moments, both days included, "" is left out. */
function asked({ q, filters = {}, sort = "" }: Wanted): Partial<LeadsWanted> {
  const { since, until, ...rest } = filters;
  const what = { q, sort, ...rest, since: dayBegins(since), until: dayBegins(until, 1) };
  return Object.fromEntries(Object.entries(what).filter(([, value]) => value !== ""));
}

/** One page of the submissions that match, and how many match in all. */
export const list = (
  { page, pageSize, ...wanted }: ListParams,
  client = supabase(),
): Promise<LeadPage> =>
  answered(client.rpc("lead_list", { what: asked(wanted), page, page_size: pageSize }));

/**
 * A submission as it stands now; null when it is gone, or when a cut-off link names none.
 * @throws when the caller's rights are gone, which would look alike
 */
export async function get(id: string): Promise<ContactSubmission | null> {
  if (!UUID.test(id)) return null;
  const row = await store.get(id);
  if (!row) await checkRights();
  return row;
}

/**
 * Everything that matches, 250 rows at a time: the longest messages fit into an answer (8 MB). Each step goes on behind the last row, so that
 * rows which come or go meanwhile shift nothing.
 */
export async function* listAll(
  wanted: Wanted,
  signal: AbortSignal,
  client = supabase(),
): AsyncGenerator<Page<Lead>> {
  const page_size = 250;
  let after: LeadCursor | undefined;
  do {
    const what = asked(wanted);
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

/** How many that match have arrived since. @param newest the newest of an earlier answer */
export async function countArrived(wanted: Wanted, newest: string | null): Promise<number> {
  const what = { ...asked(wanted), arrived_after: newest ?? "-infinity" };
  return (await answered(supabase().rpc("lead_list", { what, page_size: 0 }))).total;
}

/** What the list does not have of these: notes, and when they were answered. */
export async function exportDetails(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<LeadDetails[]> {
  const details: LeadDetails[] = [];
  while (details.length < ids.length) {
    const rest = ids.slice(details.length);
    const some = await answered(supabase().rpc("lead_export", { ids: rest }).abortSignal(signal));
    details.push(...some);
  }
  return details;
}

/** Whom a lead can be handed to, and what the list can be narrowed by. */
export const choices = () => answered(supabase().rpc("lead_choices"));

/** What happened to a lead, newest first. */
export const story = async (id: string): Promise<LeadEvent[]> =>
  (await answered(
    supabase()
      .from("lead_events")
      .select()
      .eq("submission_id", id)
      .order("happened_at", { ascending: false })
      .order("id")
      .limit(200),
  )) as LeadEvent[];

/** What else its person wrote, newest first. */
export const samePerson = (lead: string) => answered(supabase().rpc("lead_same_person", { lead }));

/** Makes one conversation of two messages. @throws when one of them is gone */
export async function join(lead: string, other: string): Promise<void> {
  if (!(await answered(supabase().rpc("lead_join", { lead, other })))) await explainZeroRows();
}

/** Takes a message out of its conversation; one that is in none any more stays as it is. */
export const part = (lead: string) => answered(supabase().rpc("lead_part", { lead }));

/**
 * Sets the status; any may follow any other (rule I-2).
 * @throws StaleError when someone else set another status meanwhile
 */
export async function setStatus(seen: Lead, status: SubmissionStatus): Promise<ContactSubmission> {
  try {
    return await store.update(seen as ContactSubmission, { status });
  } catch (cause) {
    const now = cause instanceof StaleError ? (cause.current as ContactSubmission) : undefined;
    if (now?.deleted_at && !seen.deleted_at) return explainZeroRows();
    // Something else about it changed: that is no conflict.
    if (now && [seen.status, status].includes(now.status)) return store.update(now, { status });
    throw cause;
  }
}

/** What may be changed of several at once, one thing at a time, whatever version there is. */
export type Changes = Partial<
  Pick<Lead, "status" | "owner_id" | "follow_up_on" | "is_spam" | "deleted_at">
>;

export interface Chosen {
  rows: readonly Lead[];
  /** also those on the other pages: all that this finds, and how many that were when they were chosen */
  all?: { wanted: Wanted; total: number } | undefined;
}

/** What was changed, and what was there before: enough to undo it. */
export interface Changed {
  changes: Changes;
  undo: (Pick<Lead, "id"> & Partial<Lead>)[];
}

/**
 * Changes all of them in one go; what was deleted meanwhile, into the trash too, is left out.
 * @throws when there is none of them, or others than were chosen
 */
export async function change({ rows, all }: Chosen, changes: Changes): Promise<Changed> {
  const inTrash = changes.deleted_at === null || rows.some(({ deleted_at }) => deleted_at);
  const ids = rows.map(({ id }) => id);
  const { found, undo } = await answered(
    supabase().rpc(
      "lead_change",
      all
        ? { what: asked(all.wanted), changes, expected: all.total }
        : { what: { ids, ...(inTrash && { show: "trash" }) }, changes },
    ),
  );
  if (found === 0) await explainZeroRows();
  return { changes, undo };
}

/** Gives each lead back what it had, unless somebody changed that since; answers how many. */
export const changeBack = (changed: Changed): Promise<number> =>
  answered(supabase().rpc("lead_change_back", { ...changed }));

/** Into the trash, from which it can be taken back for 30 days. */
export const remove = (chosen: Chosen) => change(chosen, { deleted_at: new Date().toISOString() });

export const restore = (rows: readonly Lead[]) => change({ rows }, { deleted_at: null });

/** Deletes for good, with notes and story, what still lies in the trash. @throws when nothing of it does */
export async function removeForGood(
  rows: readonly Pick<Lead, "id">[],
): Promise<Pick<Lead, "id">[]> {
  const ids = rows.map(({ id }) => id);
  const inTrash = supabase().from(name).delete().in("id", ids).not("deleted_at", "is", null);
  const gone = await answered(inTrash.select("id"));
  if (gone.length > 0) return gone;
  await checkRights();
  throw new RefusedError("Someone else already restored or deleted it");
}

/** Lets go what has lain in the trash for 30 days, where no job of the server does. */
export const cleanTrash = () => answered(supabase().rpc("leads_clean"));

/** Makes the mail to the company due again, whatever became of it. */
export const makeMailDue = ({ id }: Lead) =>
  answered(supabase().rpc("resend_submission_mail", { submission_id: id }));

/** When the hourly limit lets the email about a lead go out; null: it does not hold it back. */
export const noticeAt = (lead: string) => answered(supabase().rpc("lead_notice_at", { lead }));

/** Sends a mail that is due, by the function that sends a visitor's (rule C-8). */
export async function sendMail({ request_id }: Pick<Lead, "request_id">): Promise<void> {
  const { error } = await supabase().functions.invoke("send-contact-email", {
    body: { formData: { request_id } },
  });
  if (error) throw error;
}
