import type { LookUpText } from "./deliverability/look-up.ts";
import type { Ask } from "./outgoing/asked.ts";

/** One email, before a transport encodes it. */
export interface MailMessage {
  /** the left half of its Message-ID: the same for every attempt to send it, and unique to it */
  id: string;
  /** one address, or several that may see each other */
  to: string | string[];
  /** the visitor, if the email is about one; `name` is one line without control characters */
  replyTo?: { name: string; address: string };
  /** IDs of the emails before it in its conversation, oldest first; ours without "@", as `id` */
  references?: string[];
  subject: string;
  text: string;
  html: string;
  /** Auto-Submitted (RFC 3834), against auto-replies; "no": a person wrote it. Default: "auto-generated" */
  autoSubmitted?: "auto-generated" | "auto-replied" | "no";
  /** the address that turns this kind of email off, also by the mail program's button (RFC 8058) */
  unsubscribe?: string;
}

/** The `name` of an error for a mailbox that doesn't exist, so a retry is useless. */
export const NO_MAILBOX = "NoMailbox";

/** What our own server knows about itself and can do; on Supabase there is none. */
export interface HostSystem {
  /** data for the System screen */
  status(): Promise<SystemFacts>;
  /** Starts a backup without waiting for it. @returns false when one is already running */
  beginBackup(askedBy: string): Promise<boolean>;
  hasBackup(name: string): Promise<boolean>;
  /** A ticket that opens a backup once, within a minute. @param download its recorded ID */
  backupTicket(download: string): Promise<string>;
  /** @returns undefined when the ticket is invalid or used, or the backup is gone */
  openBackup(ticket: string): Promise<{ filename: string; content: ReadableStream } | undefined>;
  /** Generates new keys: every session and link ends. @param by the requesting admin's email */
  rotateSecrets(by: string): Promise<void>;
}

export interface SystemFacts {
  kind: "embedded" | "database";
  version: string;
  node: string;
  /** seconds since the process started */
  uptime: number;
  /** bytes of memory that the process uses */
  memory: number;
  /** bytes of DATA_DIR's disk: free, in total, and reserved so that no file may use them */
  disk: { free: number; total: number; kept: number };
  /** database connections: all, idle, and requests waiting for one */
  pool: { total: number; idle: number; waiting: number };
  /** whether changes by other processes are reported, and seconds since that was last confirmed */
  changes: { heard: boolean; age: number };
  /** account emails in the queue */
  mail: { waiting: number; oldest: string | null; by: "smtp" | "outbox" };
  backups: { place: string; encrypted: boolean; next: string | null };
  /** the daily history check: rows that don't match, and labels of some of them */
  history: { checked: string | null; gaps: number; labels: string[] };
  /** since the process started, newest first */
  errors: LastError[];
}

/** One error line of the log. */
export interface LastError {
  at: string;
  what: string;
  cause: string | null;
  /** also shown to the visitor on the error page, or in the refusal */
  requestId: string | null;
}

/**
 * What a function needs from its runtime. On Supabase's edge runtime that is Deno and the project's
 * secrets. A server that imports the function passes its own as the second argument:
 * `module.default.fetch(request, host)`.
 */
export interface Host {
  /** SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SITE_URL, ... */
  env(name: string): string | undefined;
  /** reaches SUPABASE_URL; a server that is itself the backend can respond in-process */
  fetch: typeof fetch;
  /** Sends within five minutes or rejects, finally if NO_MAILBOX. Default: the HTTP API at MAIL_API_URL. */
  sendMail?(message: MailMessage): Promise<void>;
  system?: HostSystem;
  /** Refuses a common password for someone with a role. Default: Supabase's own check, if it is on. */
  refusePassword?(userId: string, password: string): Promise<void>;
  /** Asks an address that somebody typed, and only at the checked IP address. Default: `askChecked`. */
  ask?: Ask;
  /** Default: `lookUpByDeno`. */
  lookUpText?: LookUpText;
}

interface EdgeGlobals {
  Deno?: { env: { get(name: string): string | undefined } };
  EdgeRuntime?: { waitUntil(work: Promise<unknown>): void };
}
const edge = globalThis as EdgeGlobals;

/**
 * @param given the second argument of a function's `fetch`: our server's host, or anything else
 *   that a runtime passes there
 */
export function hostOf(given: unknown): Host {
  if (typeof given === "object" && given !== null && "env" in given && "fetch" in given)
    return given as Host;
  return { env: (name) => edge.Deno?.env.get(name), fetch };
}

/** Whether our server runs it, and so its jobs. On Supabase, requests also send what is due. */
export const hasJobs = (host: Host): boolean => host.sendMail !== undefined;

/** Runs work after the response; without waitUntil the edge runtime would stop it. */
export function inBackground(work: () => Promise<unknown>): void {
  const done = work().catch((error) => console.error(String(error)));
  edge.EdgeRuntime?.waitUntil(done);
}

/** The publishable or secret key: from its own variable, hosted Supabase's list, or the old name. */
export function apiKey(host: Host, kind: "PUBLISHABLE" | "SECRET"): string {
  const single = host.env(`SUPABASE_${kind}_KEY`);
  if (single) return single;
  const list: Record<string, string> = JSON.parse(host.env(`SUPABASE_${kind}_KEYS`) ?? "{}");
  const old = kind === "SECRET" ? "SUPABASE_SERVICE_ROLE_KEY" : "SUPABASE_ANON_KEY";
  return list.default ?? Object.values(list)[0] ?? host.env(old) ?? "";
}
