import { answered } from "#app/lib/data/answers.ts";
import type { InboundMail, Lead } from "#app/lib/data/database.types.ts";
import { name } from "#app/lib/data/functions/inbound.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { type ListParams, onePage, type Page } from "#app/lib/data/table-store.ts";

export { name };
export const PAGE_SIZE = 50;
export const DISMISSED = "dismissed";

/** An email as listed: texts are read when it is opened. */
export type ListedMail = Omit<
  InboundMail,
  "submission_id" | "message_id" | "body_text" | "body_html"
>;

const COLUMNS =
  "id, kind, sender, sender_name, is_from_team, subject, excerpt, is_cut, attachments, sent_at, arrived_at, dismissed_at";

/** One page of the emails that belong to no lead, or of the dismissed ones; the newest first. */
export function list({ filters, ...part }: ListParams): Promise<Page<ListedMail>> {
  const all = supabase().from(name).select(COLUMNS, { count: "exact" }).is("submission_id", null);
  const shown =
    filters?.show === DISMISSED
      ? all.not("dismissed_at", "is", null).order("dismissed_at", { ascending: false })
      : all.is("dismissed_at", null).order("arrived_at", { ascending: false });
  return onePage(shown.order("id"), part);
}

/** The text of an email; null if it has none. */
export async function textOf(mail: string): Promise<string | null> {
  const [row] = await answered(supabase().from(name).select("body_text").eq("id", mail));
  return row?.body_text ?? null;
}

/** Makes a lead of an email. @returns its id */
export const createLead = async (mail: string): Promise<string> =>
  (await answered(supabase().rpc("inbound_lead", { mail }))) ?? "";

/** @param back puts it back into the list */
export const dismiss = (mail: string, back = false) =>
  answered(supabase().rpc("inbound_dismiss", { mail, back }));

const SUGGESTED = 10;

export interface Suggestions {
  /** what they have in common */
  title: string;
  rows: Lead[];
}

const leads = async (q: string): Promise<Lead[]> =>
  (await answered(supabase().rpc("lead_list", { what: q ? { q } : {}, page_size: SUGGESTED })))
    .rows;

/** The leads that a search finds; without one, those with the sender's address, else the newest. */
export async function suggestLeads(q: string, sender: string): Promise<Suggestions> {
  if (q.trim()) return { title: "Search results", rows: await leads(q) };
  const own = sender ? await leads(`"${sender}"`) : [];
  return own.length > 0
    ? { title: "Leads with this address", rows: own }
    : { title: "Newest leads", rows: await leads("") };
}
