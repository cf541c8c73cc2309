import type { Missing } from "#app/lib/data/when-back.ts";
import { MIN_PASSWORD_LENGTH } from "#app/lib/domain/password-rule.ts";
import { labelFromKey } from "#app/lib/text/formats.ts";

/**
 * Every message that the product shows about success and failure, once (rule X-1), and the
 * mapping from what a backend answers to words a person understands.
 */
const created = (what: string) => `${what} created successfully!`;
const updated = (what: string) => `${what} updated successfully!`;
const deleted = (what: string) => `${what} deleted successfully!`;
const tooShort = (shortest: number) => `Password must be at least ${shortest} characters long.`;
const failed = (what: string) => (cause: unknown) => `Failed to ${what}: ${reason(cause)}`;

export const MESSAGES = {
  contact: {
    unavailable:
      "Email service is currently unavailable. Please try again later or contact us directly.",
    insertFailed: (cause: unknown) => `Something went wrong: ${reason(cause)}. Please try again.`,
    mailFailed: (cause: unknown) =>
      `Your message was saved but email failed: ${reason(cause)}. We'll still get your message!`,
    sent: "Thank you for your message! We'll get back to you soon.",
  },
  auth: {
    missing: "Please fill in all fields",
    signInFailed: "Failed to sign in",
    signedIn: "Successfully signed in!",
    alreadyRegistered: "User already exists. Please sign in instead.",
    signUpFailed: "Failed to sign up",
    signedUp: "Account created successfully! Please check your email to confirm.",
    signOutFailed: "Failed to sign out",
    signedOut: "Successfully signed out",
    signedOutHere: "You are signed out in this browser",
    adminCheck: "Error checking admin status:",
  },
  content: {
    load: failed("load content"),
    save: failed("update content"),
    saved: updated("Content"),
  },
  pricing: {
    load: failed("load pricing items"),
    save: failed("save pricing item"),
    remove: failed("delete pricing item"),
    created: created("Pricing item"),
    updated: updated("Pricing item"),
    deleted: deleted("Pricing item"),
  },
  faqs: {
    load: () => "Failed to load FAQ items",
    save: () => "Failed to save FAQ",
    remove: () => "Failed to delete FAQ",
    created: created("FAQ"),
    updated: updated("FAQ"),
    deleted: deleted("FAQ"),
  },
  services: {
    load: failed("load services"),
    create: failed("create service"),
    update: failed("update service"),
    remove: failed("delete service"),
    created: created("Service"),
    updated: updated("Service"),
    deleted: deleted("Service"),
  },
  testimonials: {
    load: () => "Failed to load testimonials",
    save: () => "Failed to save testimonial",
    update: () => "Failed to update testimonial",
    remove: () => "Failed to delete testimonial",
    created: created("Testimonial"),
    updated: updated("Testimonial"),
    deleted: deleted("Testimonial"),
  },
  order: {
    changed: "Order changed",
    restored: "Order restored",
    failed: "Failed to change the order",
  },
  waiting: { saved: "The text that waited is saved now" },
  /** services, pricing and FAQs: what visitors get then (rule L-2) */
  noneActive: "No active items: visitors see the built-in defaults.",
  media: {
    load: failed("load media files"),
    uploaded: "File uploaded successfully!",
    uploadFailed: "Upload failed",
    deleted: deleted("File"),
    deleteFailed: "Delete failed",
    updated: updated("Media"),
    updateFailed: "Update failed",
    copied: "URL copied to clipboard!",
    copyFailed: "The browser does not allow copying here. This is the URL:",
  },
  settings: {
    load: failed("load settings"),
    save: failed("update setting"),
    saved: updated("Setting"),
    restored: "Setting restored",
  },
  submissions: {
    load: () => "Failed to load contact submissions",
    statusUpdated: "Status updated successfully",
    statusFailed: "Failed to update status",
    deleted: "Submission deleted successfully",
    deleteFailed: "Failed to delete submission",
    mailSent: "Team notified",
    mailFailed: "Failed to notify the team",
    mailLater: "It will be tried again by itself",
    notSpam: "Marked as not spam",
    spam: "Marked as likely spam",
    markFailed: "Failed to update submission",
    exported: (rows: string) => `${rows} exported`,
    exportFailed: "Failed to export submissions",
  },
  dashboard: { load: failed("load the figures") },
  notes: {
    load: () => "Failed to load notes",
    added: "Note added",
    addFailed: "Failed to add note",
    deleted: "Note deleted",
    deleteFailed: "Failed to delete note",
  },
  users: {
    load: () => "Failed to fetch users",
    resetFailed: "Failed to reset password",
    noSession: "No session",
    resetTitle: "Password Reset",
    reset: "User password has been updated successfully.",
    errorTitle: "Error",
    passwordEmpty: "Please enter a new password.",
    passwordShort: tooShort(MIN_PASSWORD_LENGTH),
    passwordShorter: tooShort,
    passwordPlain: "Password must mix small and capital letters, digits and symbols.",
    passwordKnown: "Password is on a list of leaked passwords: please choose another.",
    invited: (email: string) => `Invitation sent to ${email}`,
    inviteFailed: "Failed to send the invitation",
    revoked: (email: string) => `The invitation of ${email} is void`,
    revokeFailed: "Failed to revoke the invitation",
    invitationGone: "This invitation is no longer open: ask for another one",
    unmade: (email: string) => `${email} is no longer an admin`,
    roleFailed: "Failed to change admin rights",
    confirmationSent: (email: string) => `Confirmation email sent to ${email}`,
    confirmationFailed: "Failed to send the confirmation email",
  },
} as const;

/** What an error of any of supabase-js's parts may carry. */
interface BackendError {
  message?: string;
  /** PostgreSQL's or PostgREST's code, or GoTrue's word */
  code?: string | null;
  status?: number;
  details?: string | null;
  name?: string;
  /** GoTrue: why a password is weak */
  reasons?: string[];
}

/** A write that was refused in words of our own. */
export class RefusedError extends Error {
  override name = "RefusedError";
}

/** The row was changed by someone else since it was read: `current` is how it stands now. */
export class StaleError<Row> extends Error {
  override name = "StaleError";
  readonly current: Row;
  constructor(current: Row) {
    super("Someone else changed this meanwhile");
    this.current = current;
  }
}

const BY_CODE: Record<string, string> = {
  // PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
  "22001": "One of the values is too long",
  "22003": "A number is too large",
  "22007": "A date isn't valid",
  "22P02": "A value has the wrong form",
  "23502": "A required value is missing",
  "23503": "It's still in use somewhere else",
  "23505": "There already is one with this value",
  "23514": "A value isn't allowed",
  "42501": "You don't have permission to do this",
  "57014": "It took too long",
  // PostgREST: https://docs.postgrest.org/en/stable/references/errors.html
  PGRST116: "It no longer exists",
  // GoTrue
  invalid_credentials: "Invalid login credentials",
  email_not_confirmed: "Please confirm your email first: the link is in your inbox",
  weak_password: "The password is too weak",
  same_password: "The new password must differ from the old one",
  otp_expired: "This link has expired or was used already",
};

/** Constraints whose names are no words for a person. */
const BY_RULE: Record<string, string> = {
  mime_type_is_allowed: "This kind of file can't be listed in the library",
};

const BY_STATUS: Record<number, string> = {
  403: "You don't have permission to do this",
  413: "It's too large",
  502: "The server is busy, please try again in a moment",
  503: "The server is busy, please try again in a moment",
  504: "The server is busy, please try again in a moment",
};

/** GoTrue names what a password lacks: https://supabase.com/docs/guides/auth/password-security */
const WEAK_PASSWORD: Record<string, string> = {
  length: MESSAGES.users.passwordShort,
  characters: MESSAGES.users.passwordPlain,
  pwned: MESSAGES.users.passwordKnown,
};

const SESSION_ENDED = "Your session has ended, please sign in again";
const OFFLINE = "You're offline, please check your connection";
const UNREACHABLE = "The server can't be reached, please check your connection";
const UNKNOWN = "Something unexpected happened";

const asBackendError = (cause: unknown): BackendError =>
  typeof cause === "object" && cause !== null ? (cause as BackendError) : {};

/** The request never got an answer: no network, or the server is gone. */
export function isUnreachable(cause: unknown): boolean {
  const { message = "", name, status } = asBackendError(cause);
  if (status) return false;
  return (
    name === "AuthRetryableFetchError" ||
    /failed to fetch|fetch failed|network ?error|load failed/i.test(message)
  );
}

/** The session is missing or no longer accepted: signing in again mends it. */
export function isSessionError(cause: unknown): boolean {
  const { code, status, name } = asBackendError(cause);
  if (code === "invalid_credentials") return false;
  return (
    name === "AuthSessionMissingError" ||
    status === 401 ||
    ["PGRST301", "PGRST303", "session_not_found", "session_expired", "bad_jwt"].includes(code ?? "")
  );
}

/** Or an address without an account, or one whose link was not followed yet. */
export const isWrongPassword = (cause: unknown) =>
  asBackendError(cause).code === "invalid_credentials";

/** A mailed link that is no good any more; another one has to be sent. */
export const isLinkError = (cause: unknown) => asBackendError(cause).code === "otp_expired";

/** What has to come back before a write can be repeated as it was; undefined when it was refused. */
export function missingFor(cause: unknown): Missing | undefined {
  if (isSessionError(cause)) return "session";
  const { status = 0, name } = asBackendError(cause);
  const unanswered = isUnreachable(cause) || name === "AbortError" || name === "TimeoutError";
  return unanswered || NO_ANSWER.has(status) ? "server" : undefined;
}

/** Statuses of a server, or of what stands before it, that can't answer just now (RFC 9110, RFC 6585). */
const NO_ANSWER = new Set([408, 425, 429, 502, 503, 504]);

/** GoTrue's and our own server's sentences are written for people; SQL's are not. */
const READABLE = /^[A-Z0-9][^\n{}<>]{3,200}$/;
const SQL = /\b(relation|column|constraint|syntax|violates|function|operator|schema|jwt|json)\b/i;
const withoutFullStop = (sentence: string) => sentence.replace(/\.$/, "");

/**
 * Why something failed, as words for a person: never SQL, no full stop at its end, so that it fits
 * into any of MESSAGES. Takes whatever was thrown or answered.
 */
export function reason(cause: unknown): string {
  if (typeof cause === "string") return withoutFullStop(cause);
  const { message = "", code, status, reasons } = asBackendError(cause);
  if (cause instanceof RefusedError || cause instanceof StaleError)
    return withoutFullStop(cause.message);
  if (isUnreachable(cause))
    return typeof navigator !== "undefined" && navigator.onLine === false ? OFFLINE : UNREACHABLE;
  if (isSessionError(cause)) return SESSION_ENDED;
  if (status === 429 || code === "over_request_rate_limit" || code === "over_email_send_rate_limit")
    return READABLE.test(message) ? withoutFullStop(message) : "Too many attempts, please wait";
  const lacks = reasons?.flatMap((word) => WEAK_PASSWORD[word] ?? []) ?? [];
  if (lacks.length) return withoutFullStop(lacks.join(" "));
  const rule = code === "23514" && constraintOf({ message });
  if (rule) return BY_RULE[rule] ?? labelFromKey(rule);
  const known = BY_CODE[code ?? ""] ?? BY_STATUS[status ?? 0];
  if (known) return known;
  return READABLE.test(message) && !SQL.test(message) ? withoutFullStop(message) : UNKNOWN;
}

/** The reason behind a sentence that does not carry it; undefined when there is none to add. */
export function reasonBeside(sentence: string, cause: unknown): string | undefined {
  const why = reason(cause);
  return why === UNKNOWN || sentence.includes(why) ? undefined : why;
}

/** Sign-in: the server's message where it has one, else 'Failed to sign in' (rule A-3). */
export function signInMessage(cause: unknown): string {
  const why = reason(cause);
  return why === UNKNOWN ? MESSAGES.auth.signInFailed : why;
}

/** Sign-up: rule A-4; a refusal for haste or for a weak password is told as it is. */
export function signUpMessage(cause: unknown): string {
  const { message = "", code, status } = asBackendError(cause);
  if (/already (been )?registered/i.test(message)) return MESSAGES.auth.alreadyRegistered;
  if (status === 429 || status === 422 || code === "weak_password" || isUnreachable(cause))
    return reason(cause);
  return MESSAGES.auth.signUpFailed;
}

/** A refusal by a constraint, without its table: `faq_items_question_required` is `question_required`. */
function constraintOf({ message = "", details }: BackendError): string | undefined {
  const text = `${message} ${details ?? ""}`;
  const name = /constraint "(\w+)"/.exec(text)?.[1];
  const table = /(?:relation|table) "(\w+)"/.exec(text)?.[1];
  return table && name?.startsWith(`${table}_`) ? name.slice(table.length + 1) : name;
}

/**
 * The field a refusal by the database is about, or undefined. Constraints are named after table,
 * column and rule (supabase/migrations).
 */
export function refusedField<Name extends string>(
  cause: unknown,
  fields: readonly Name[],
): Name | undefined {
  const error = asBackendError(cause);
  if (!/^(22|23)/.test(error.code ?? "")) return undefined;
  const column = /column "(\w+)"/.exec(error.message ?? "")?.[1];
  const rule = constraintOf(error) ?? column ?? "";
  return fields
    .filter((field) => rule === field || rule.startsWith(`${field}_`))
    .sort((a, b) => b.length - a.length)[0];
}
