import { answered } from "#app/lib/data/answers.ts";
import type { ReplyMail } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** How long a reply can be taken back (reply_send). */
export const UNDO_MS = 10_000;

export interface Written {
  subject: string;
  message: string;
}

/**
 * Hands a reply over; it leaves in UNDO_MS, and its lead is "Responded" at once.
 * @param request the same for each try at these very words, so that they are one mail
 */
export const sendReply = (lead: string, request: string, { subject, message }: Written) =>
  answered(supabase().rpc("reply_send", { lead, request, subject, message }));

/** @returns what was written @throws when it has left already */
export const takeBack = (reply: string): Promise<Written> =>
  answered(supabase().rpc("reply_take_back", { reply }));

/** Makes a reply that failed due again, and sends what is due. */
export async function sendAgain(reply: string): Promise<void> {
  await answered(supabase().rpc("reply_send_again", { reply }));
  await sendDue();
}

/** Sends what is due. A server of ours does so by itself; hosted functions want to be asked. */
export async function sendDue(): Promise<void> {
  const { error } = await supabase().functions.invoke("send-mails", { body: {} });
  if (error) throw error;
}

/** The replies to a lead, newest first. */
export const repliesTo = (lead: string): Promise<ReplyMail[]> =>
  answered(
    supabase()
      .from("mails")
      .select("id, subject, body, state, send_after")
      .eq("submission_id", lead)
      .eq("kind", "reply")
      .order("created_at", { ascending: false })
      .limit(100),
  );

/** What was written, of a reply's parts. */
export const textOf = ({ body }: Pick<ReplyMail, "body">): string => {
  const [first] = body as { text?: string }[];
  return first?.text ?? "";
};
