import { onDemand } from "#app/ui/on-demand.tsx";

/** Loads its code only when an email failed. */
export const MailCause = onDemand<{ raw: string | null }>(
  async () => (await import("./mail-cause.tsx")).MailCause,
  { isNeeded: ({ raw }) => raw !== null },
);
