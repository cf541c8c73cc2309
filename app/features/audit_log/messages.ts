import { failedTo } from "#app/lib/errors/reasons.ts";

/** What the Audit log screen says, loaded with it. */
export const AUDIT_LOG_MESSAGES = {
  load: failedTo("load the audit log"),
  exported: (entries: string) => `Audit log downloaded: ${entries}`,
  exportedPart: (entries: string) =>
    `Downloaded the newest ${entries}. Filter by date to get older ones.`,
  exportFailed: "Failed to download the audit log",
};
