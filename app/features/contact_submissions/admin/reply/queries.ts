import { answered } from "#app/lib/data/answers.ts";
import type { ReplyMail } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { asBackendError } from "#app/lib/errors/backend-error.ts";

/** How long a reply can be undone (reply_send). */
export const UNDO_MS = 10_000;

export interface Written {
  subject: string;
  message: string;
}

/**
 * Queues a reply, which leaves after UNDO_MS; its lead becomes "Responded" at once.
 * @param request the same for each retry of the same text, so that they are one email
 * @param anyway also to an address from which an earlier email came back
 */
export const sendReply = (
  lead: string,
  request: string,
  { subject, message }: Written,
  anyway = false,
) => answered(supabase().rpc("reply_send", { lead, request, subject, message, anyway }));

/** An earlier email to the lead's address came back, so sending again is a question. */
export const isCameBack = (cause: unknown) => asBackendError(cause).code === "PT428";

/** @returns the reply's text @throws when it was already sent */
export const takeBack = (reply: string): Promise<Written> =>
  answered(supabase().rpc("reply_take_back", { reply }));

/** Queues a failed reply again, and sends what is due. */
export async function sendAgain(reply: string): Promise<void> {
  await answered(supabase().rpc("reply_send_again", { reply }));
  await sendDue();
}

/** Sends what is due. Our own server does so automatically; hosted functions must be called. */
export async function sendDue(): Promise<void> {
  const { error } = await supabase().functions.invoke("send-mails", { body: {} });
  if (error) throw error;
}

/** The text of a reply, from its body parts. */
export const textOf = ({ body }: Pick<ReplyMail, "body">): string => {
  const [first] = body as { text?: string }[];
  return first?.text ?? "";
};
