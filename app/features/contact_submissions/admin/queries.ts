import type { SupabaseClient } from "@supabase/supabase-js";
import { answered, checkRights, explainZeroRows } from "#app/lib/data/answers.ts";
import type {
  ContactSubmission,
  Database,
  SubmissionStatus,
} from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { type ListParams, onePage, type Page, tableStore } from "#app/lib/data/table-store.ts";
import { StaleError } from "#app/lib/errors/backend-error.ts";

const store = tableStore("contact_submissions", { order: [["created_at", "desc"]] });
export const { name, remove } = store;
/** How many the screen shows at once. */
export const PAGE_SIZE = 25;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The last row of the page before, where the next one goes on. */
type Cursor = Pick<ContactSubmission, "id" | "created_at">;
export type Wanted = Pick<ListParams, "q" | "filters" | "sort">;

/** Text as a regular expression that means just this text; LIKE can't say every character in a URL. */
const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** All that match, in order: newest first, or with `sort: "oldest"` the other way round. */
function matching(client: SupabaseClient<Database>, { q, filters = {}, sort }: Wanted) {
  let query = client.from(name).select("*", { count: "exact" });
  if (q.trim()) query = query.regexMatch("search_text", literally(q.trim().toLowerCase()));
  if (filters.status) query = query.eq("status", filters.status as SubmissionStatus);
  if (filters.show === "spam") query = query.not("spam_reason", "is", null);
  if (filters.show === "genuine") query = query.is("spam_reason", null);
  if (filters.show === "failed-mail")
    query = query.eq("is_spam", false).eq("mail_status", "failed");
  return query
    .order("created_at", { ascending: sort === "oldest" })
    .order("id", { ascending: true });
}

/** One page of the submissions that match, and how many match in all. */
export const list = (wanted: ListParams, client = supabase()): Promise<Page<ContactSubmission>> =>
  onePage(matching(client, wanted), wanted, client);

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
 * Everything that matches, a thousand rows at a time. Each step goes on behind the last row, so that
 * rows which come or go meanwhile shift nothing.
 */
export async function* listAll(
  wanted: Wanted,
  signal: AbortSignal,
  client = supabase(),
): AsyncGenerator<Page<ContactSubmission>> {
  const size = 1000;
  const later = wanted.sort === "oldest" ? "gt" : "lt";
  for (let last: Cursor | undefined, more = true; more; ) {
    let query = matching(client, wanted).limit(size).abortSignal(signal);
    if (last) {
      const { created_at, id } = last;
      query = query.or(
        `created_at.${later}."${created_at}",and(created_at.eq."${created_at}",id.gt.${id})`,
      );
    }
    const { data, count } = await query.throwOnError();
    last = data.at(-1);
    more = data.length === size;
    yield { rows: data, total: count ?? data.length };
  }
}

/**
 * Sets the status; any may follow any other (rule I-2).
 * @throws StaleError when someone else set another status meanwhile
 */
export async function setStatus(
  seen: ContactSubmission,
  status: SubmissionStatus,
): Promise<ContactSubmission> {
  try {
    return await store.update(seen, { status });
  } catch (cause) {
    const now = cause instanceof StaleError ? (cause.current as ContactSubmission) : undefined;
    // Something else about it changed: that is no conflict.
    if (now && [seen.status, status].includes(now.status)) return store.update(now, { status });
    throw cause;
  }
}

/** Marks it or takes the label off, whatever version there is: both are independent of all else. */
export async function markSpam(
  { id }: ContactSubmission,
  is_spam: boolean,
): Promise<ContactSubmission> {
  const rows = await answered(supabase().from(name).update({ is_spam }).eq("id", id).select());
  return rows[0] ?? explainZeroRows();
}

/** Makes the mail to the company due again, whatever became of it. */
export const makeMailDue = ({ id }: ContactSubmission) =>
  answered(supabase().rpc("resend_submission_mail", { submission_id: id }));

/** Sends a mail that is due, by the function that sends a visitor's (rule C-8). */
export async function sendMail({ request_id }: ContactSubmission): Promise<void> {
  const { error } = await supabase().functions.invoke("send-contact-email", {
    body: { formData: { request_id } },
  });
  if (error) throw error;
}
