import { reason } from "#app/lib/errors/reasons.ts";

const failed = (what: string) => (cause: unknown) => `Failed to ${what}: ${reason(cause)}`;

/** What the Audit log screen says, loaded with it. */
export const AUDIT_LOG_MESSAGES = {
  load: failed("load the audit log"),
  exported: (entries: string) => `Audit log downloaded: ${entries}`,
  exportedPart: (entries: string) =>
    `Downloaded the newest ${entries}. Filter by date to get older ones.`,
  exportFailed: "Failed to download the audit log",
};
