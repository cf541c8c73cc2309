import { answered, checkRights, explainZeroRows } from "#app/lib/data/answers.ts";
import type {
  ContactSubmission,
  Lead,
  LeadCursor,
  LeadEvent,
  LeadsWanted,
  SubmissionStatus,
} from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { type ListParams, type Page, tableStore } from "#app/lib/data/table-store.ts";
import { RefusedError, StaleError } from "#app/lib/errors/backend-error.ts";

const store = tableStore("contact_submissions", { order: [["created_at", "desc"]] });
export const { name } = store;
/** How many the screen shows at once. */
export const PAGE_SIZE = 25;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export type Wanted = Pick<ListParams, "q" | "filters" | "sort">;

/** The moment a day begins by the reader's clock, some days later; "" for what is no day, or no year of ours. */
function dayBegins(day: string | undefined, later = 0): string {
  const [, year, month, date] = /^((?:19|2\d)\d\d)-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
  const begins = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(begins.getTime()) ? "" : begins.toISOString();
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
): Promise<Page<Lead>> =>
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

const pickCursor = ({ id, created_at }: Lead): LeadCursor => ({ id, created_at });

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

/** What may be changed of several at once, whatever version there is. */
export type Changes = Partial<
  Pick<Lead, "status" | "owner_id" | "follow_up_on" | "is_spam" | "deleted_at">
>;

/**
 * Changes all of them; what was deleted meanwhile, into the trash too, is left out.
 * @throws when none of them was changed
 */
export async function changeAll(rows: readonly Lead[], changes: Changes): Promise<Lead[]> {
  const ids = rows.map(({ id }) => id);
  const lost = changes.deleted_at === null || rows.some(({ deleted_at }) => deleted_at);
  const query = supabase().from(name).update(changes).in("id", ids);
  const changed = await answered((lost ? query : query.is("deleted_at", null)).select());
  return changed.length > 0 ? changed : [await explainZeroRows()];
}

/** Into the trash, from which it can be taken back for 30 days. */
export const remove = (rows: readonly Lead[]) =>
  changeAll(rows, { deleted_at: new Date().toISOString() });

export const restore = (rows: readonly Lead[]) => changeAll(rows, { deleted_at: null });

/** Deletes for good, with notes and story, what still lies in the trash. @throws when nothing of it does */
export async function removeForGood(
  rows: readonly Pick<Lead, "id">[],
): Promise<Pick<Lead, "id">[]> {
  const ids = rows.map(({ id }) => id);
  const inTrash = supabase().from(name).delete().in("id", ids).not("deleted_at", "is", null);
  const gone = await answered(inTrash.select("id"));
  if (gone.length > 0) return gone;
  await checkRights();
  throw new RefusedError("Someone else restored or deleted it meanwhile");
}

/** Lets go what has lain in the trash for 30 days, where no job of the server does. */
export const cleanTrash = () => answered(supabase().rpc("leads_clean"));

/** Marks it or takes the label off, whatever version there is: both are independent of all else. */
export async function markSpam(row: Lead, is_spam: boolean): Promise<Lead> {
  const [marked] = await changeAll([row], { is_spam });
  return marked ?? explainZeroRows();
}

/** Makes the mail to the company due again, whatever became of it. */
export const makeMailDue = ({ id }: Lead) =>
  answered(supabase().rpc("resend_submission_mail", { submission_id: id }));

/** Sends a mail that is due, by the function that sends a visitor's (rule C-8). */
export async function sendMail({ request_id }: Pick<Lead, "request_id">): Promise<void> {
  const { error } = await supabase().functions.invoke("send-contact-email", {
    body: { formData: { request_id } },
  });
  if (error) throw error;
}
