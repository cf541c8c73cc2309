import type { Attribution } from "#app/lib/attribution/touch.ts";
import type { Database } from "#app/lib/data/database.types.ts";
import type { LeadEstimate } from "#app/lib/domain/prices/month.ts";
import { CONTACT_MESSAGES } from "#app/lib/errors/contact-messages.ts";
import { explain } from "./explain.ts";
import type { ContactValues } from "./schema.ts";

type NewSubmission = Database["public"]["Tables"]["contact_submissions"]["Insert"];

/** What a submit needs of a client; that of supabase-js has it, and so has the browser's own. */
export interface ContactClient {
  functions: {
    /** @param options.timeout ms */
    invoke(
      name: string,
      options: { body: Record<string, unknown>; timeout: number },
    ): Promise<{ error: unknown; response?: Response | undefined }>;
  };
  from(table: "contact_submissions"): {
    insert(row: NewSubmission): {
      /** @returns with `status` 0 when there was no answer */
      abortSignal(
        signal: AbortSignal,
      ): PromiseLike<{ error: { code?: string } | null; status: number }>;
    };
  };
}

export interface ContactMessage {
  /** one for each message written: a repeat is stored once and counts as success */
  requestId: string;
  values: ContactValues;
  /** what was reckoned on the pricing page before; null when nothing was */
  estimate?: LeadEstimate | null;
  /** where the visitor's tab came from; null when nothing is known */
  attribution?: Attribution | null;
  /** what stood in the field that people don't see; null when nothing did */
  trap: string | null;
  /** how long the form was open, in milliseconds; null when unknown, or when it says nothing (rule C-7) */
  filledInMs: number | null;
}

/**
 * What the visitor is told: `sent`; `saved`, stored but not mailed; `failed` or, for too many
 * messages, `limited`, when nothing was stored.
 */
export interface ContactOutcome {
  state: "sent" | "saved" | "failed" | "limited";
  message: string;
}

/** The message is stored: the form may be emptied. */
export const hasArrived = ({ state }: ContactOutcome) => state === "sent" || state === "saved";

const HEALTH_TIMEOUT_MS = 15_000;
const INSERT_TIMEOUT_MS = 15_000;
const MAIL_TIMEOUT_MS = 30_000;
const UNIQUE_VIOLATION = "23505";

/**
 * Submits the contact form: health check, insert, mail (rule C-3), with the sentences of
 * rule C-4. Likely spam takes the same way and hears the same words; the database flags it.
 */
export async function submitContact(
  client: ContactClient,
  { requestId, values, estimate, attribution, trap, filledInMs }: ContactMessage,
): Promise<ContactOutcome> {
  const health = await client.functions.invoke("test-deployment", {
    body: { message: "Contact form health check" },
    timeout: HEALTH_TIMEOUT_MS,
  });
  if (health.error) {
    const { status, sentence } = await explain(health.error, health.response?.status);
    if (status === 429) return { state: "limited", message: sentence };
    return { state: "failed", message: CONTACT_MESSAGES.unavailable };
  }

  const { error, status } = await client
    .from("contact_submissions")
    .insert({
      ...values,
      ...(estimate && { estimate }),
      ...(attribution && { attribution }),
      request_id: requestId,
      trap,
      filled_in_ms: filledInMs,
    })
    .abortSignal(AbortSignal.timeout(INSERT_TIMEOUT_MS));
  if (error && error.code !== UNIQUE_VIOLATION) {
    const { sentence } = await explain(error, status);
    if (status === 429) return { state: "limited", message: sentence };
    return { state: "failed", message: CONTACT_MESSAGES.insertFailed(sentence) };
  }

  const mail = await client.functions.invoke("send-contact-email", {
    body: { formData: { ...values, request_id: requestId } },
    timeout: MAIL_TIMEOUT_MS,
  });
  if (mail.error) {
    const { sentence } = await explain(mail.error, mail.response?.status);
    return { state: "saved", message: CONTACT_MESSAGES.mailFailed(sentence) };
  }
  return { state: "sent", message: CONTACT_MESSAGES.sent };
}
