import type { Attribution } from "#app/lib/attribution/touch.ts";
import type { Database } from "#app/lib/data/database.types.ts";
import type { LeadEstimate } from "#app/lib/domain/prices/month.ts";
import { CONTACT_MESSAGES } from "#app/lib/errors/contact-messages.ts";
import type { ContactValues } from "./schema.ts";

type NewSubmission = Database["public"]["Tables"]["contact_submissions"]["Insert"];

/** What a submit needs of a client. Both supabase-js and the browser's own client provide it. */
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
      /** @returns with `status` 0 when there was no response */
      abortSignal(
        signal: AbortSignal,
      ): PromiseLike<{ error: { code?: string } | null; status: number }>;
    };
  };
}

export interface ContactMessage {
  /** one per message: a repeat is stored once and counts as success */
  requestId: string;
  values: ContactValues;
  /** the visitor's estimate from the pricing page; null when there is none */
  estimate?: LeadEstimate | null;
  /** where the visitor came from; null when unknown */
  attribution?: Attribution | null;
  /** the value of the honeypot field; null when it is empty */
  trap: string | null;
  /** how long the form was open, in milliseconds; null when unknown or irrelevant (rule C-7) */
  filledInMs: number | null;
}

/**
 * What the visitor sees: `sent`; `saved`, stored but not emailed; `failed`, or for too many
 * messages `limited`, when nothing was stored.
 */
export interface ContactOutcome {
  state: "sent" | "saved" | "failed" | "limited";
  message: string;
}

/** The message is stored, so the form may be cleared. */
export const hasArrived = ({ state }: ContactOutcome) => state === "sent" || state === "saved";

const HEALTH_TIMEOUT_MS = 15_000;
const INSERT_TIMEOUT_MS = 15_000;
const MAIL_TIMEOUT_MS = 30_000;
const UNIQUE_VIOLATION = "23505";

/**
 * Submits the contact form: health check, insert, email (rule C-3), with the messages of rule C-4.
 * Likely spam gets the same treatment and messages; the database flags it.
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

const UNREACHABLE = "our server couldn't be reached";
const TROUBLE = "our server had a problem";

/** A constraint on visitor input; a violation of any other is our bug. */
const ANSWER =
  /constraint "contact_submissions_(name|email|business_name|monthly_volume|platforms|message)_/;

/** Reads an error's message: PostgREST sends `message`, a function `error` or `error.message`. */
async function words(error: unknown): Promise<string | undefined> {
  const { context, message } = (error ?? {}) as { context?: unknown; message?: unknown };
  if (!(context instanceof Response)) return typeof message === "string" ? message : undefined;
  try {
    const body = await context.clone().json();
    const text = body?.error?.message ?? body?.error ?? body?.message;
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The readable message of a failed function call. */
async function functionWords(error: unknown): Promise<string | undefined> {
  const { context } = (error ?? {}) as { context?: unknown };
  if (!(context instanceof Response)) return undefined;
  const body: unknown = await context
    .clone()
    .json()
    .catch(() => undefined);
  const text = (body as { error?: { message?: unknown } } | undefined)?.error?.message;
  return typeof text === "string" && text.trim() ? text : undefined;
}

/**
 * Turns a failed call of the submit into a message for the visitor. The server's own text shows
 * only if it is written for people: at 429, and from a function, never from the database.
 * @param status of the HTTP response; 0 or undefined when there was none
 */
async function explain(
  error: unknown,
  status: number | undefined,
): Promise<{ status: number; sentence: string }> {
  if (!status) return { status: 0, sentence: UNREACHABLE };
  if (status === 429)
    return {
      status,
      sentence: (await words(error)) ?? "Too many messages. Please wait a few minutes.",
    };
  if (status === 413) return { status, sentence: "the message is too long" };
  if (status >= 500) return { status, sentence: (await functionWords(error)) ?? TROUBLE };
  if (ANSWER.test((await words(error)) ?? ""))
    return { status, sentence: "one of your answers isn't valid" };
  return { status, sentence: "your message couldn't be saved" };
}
