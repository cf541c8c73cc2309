/** One entry of the audit log. */
export type AuditEntry = {
  id: string;
  at: string;
  kind: string;
  actor_id: string | null;
  /** an email address, or "server", "command line", "database", "visitor" */
  actor: string;
  /** an account's email address, or the name of a setting, webhook or backup */
  about: string | null;
  detail: string | null;
  address: string | null;
  /** "Chrome on Windows" */
  browser: string | null;
};

export type AuditCursor = Pick<AuditEntry, "at" | "id">;

/** Selects entries that match all of these. */
export type AuditSelection = {
  group?: string;
  /** who did it, or whom it was about */
  person?: string;
  /** days of the company's time zone, like "2026-11-28"; both included */
  since?: string;
  until?: string;
};
