import type { PostOutside } from "./webhooks/event.ts";

/** One email, before a transport turns it into bytes. */
export interface MailMessage {
  /** the left half of its Message-ID: the same for each try at this mail, and for no other */
  id: string;
  /** one address, or several who may know of each other */
  to: string | string[];
  /** the visitor, when it is about one; `name` is one line without control characters */
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Auto-Submitted (RFC 3834), so that no program answers it; "no": a person wrote it. Left out: "auto-generated" */
  autoSubmitted?: "auto-generated" | "auto-replied" | "no";
  /** the address that turns this kind of email off, by a button of the mail program too (RFC 8058) */
  unsubscribe?: string;
}

/** The `name` of an error that says: the receiver has no such mailbox, and another try is none. */
export const NO_MAILBOX = "NoMailbox";

/** What a server of ours knows of itself, and does by itself; on Supabase there is none. */
export interface HostSystem {
  /** plain facts, as the System screen shows them */
  status(): Promise<SystemFacts>;
  /** Begins a backup and does not wait for it. @returns false when one is under way already */
  beginBackup(askedBy: string): Promise<boolean>;
  hasBackup(name: string): Promise<boolean>;
  /** A ticket that opens a backup once, within a minute. @param download as it was noted */
  backupTicket(download: string): Promise<string>;
  /** @returns nothing for a ticket that is none or was used, or for a backup that is gone */
  openBackup(ticket: string): Promise<{ filename: string; content: ReadableStream } | undefined>;
  /** Makes new keys: every session and link ends. @param by the address of who wants it */
  rotateSecrets(by: string): Promise<void>;
}

export interface SystemFacts {
  kind: "embedded" | "database";
  version: string;
  node: string;
  /** seconds since it started */
  uptime: number;
  /** bytes of memory that the process has */
  memory: number;
  /** bytes free and in all on the disk of DATA_DIR, and how many of them no file may take */
  disk: { free: number; total: number; kept: number };
  /** connections to the database: in use, and requests waiting for one */
  pool: { total: number; idle: number; waiting: number };
  /** whether changes of other processes are heard, and seconds since that was last proved */
  changes: { heard: boolean; age: number };
  /** account mails that wait */
  mail: { waiting: number; oldest: string | null; by: "smtp" | "outbox" };
  backups: { place: string; encrypted: boolean; next: string | null };
  /** what the daily check of the history found: rows that don't match it, and what some are called */
  history: { checked: string | null; gaps: number; labels: string[] };
  /** since it started, the newest first */
  errors: LastError[];
}

/** One line of the log at error. */
export interface LastError {
  at: string;
  what: string;
  cause: string | null;
  /** the reader of a page, or of a refusal, was told it too */
  requestId: string | null;
}

/**
 * What a function needs of the place where it runs. On Supabase's edge runtime that is Deno and
 * the project's secrets; a server that imports the function hands its own as the second argument:
 * `module.default.fetch(request, host)`.
 */
export interface Host {
  /** SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SITE_URL, ... */
  env(name: string): string | undefined;
  /** reaches SUPABASE_URL; a server that is the backend itself can answer in process */
  fetch: typeof fetch;
  /** Sends within five minutes or rejects, with a NO_MAILBOX error for good. Left out: by the HTTP API that MAIL_API_URL names. */
  sendMail?(message: MailMessage): Promise<void>;
  system?: HostSystem;
  /** Sends to an address that somebody typed, held to the one that was checked. Left out: by `postChecked`. */
  post?: PostOutside;
}

interface EdgeGlobals {
  Deno?: { env: { get(name: string): string | undefined } };
  EdgeRuntime?: { waitUntil(work: Promise<unknown>): void };
}
const edge = globalThis as EdgeGlobals;

/**
 * @param given the second argument of a function's `fetch`: our server's host, or whatever else a
 *   runtime passes there
 */
export function hostOf(given: unknown): Host {
  if (typeof given === "object" && given !== null && "env" in given && "fetch" in given)
    return given as Host;
  return { env: (name) => edge.Deno?.env.get(name), fetch };
}

/** Does work that the answer does not wait for; the edge runtime would stop it otherwise. */
export function inBackground(work: () => Promise<unknown>): void {
  const done = work().catch((error) => console.error(String(error)));
  edge.EdgeRuntime?.waitUntil(done);
}

/** The publishable or secret key: one by its own name, or hosted Supabase's list, or its old name. */
export function apiKey(host: Host, kind: "PUBLISHABLE" | "SECRET"): string {
  const single = host.env(`SUPABASE_${kind}_KEY`);
  if (single) return single;
  const list: Record<string, string> = JSON.parse(host.env(`SUPABASE_${kind}_KEYS`) ?? "{}");
  const old = kind === "SECRET" ? "SUPABASE_SERVICE_ROLE_KEY" : "SUPABASE_ANON_KEY";
  return list.default ?? Object.values(list)[0] ?? host.env(old) ?? "";
}
