import { onDemand } from "#app/ui/on-demand.tsx";

/** Its code comes where an email failed. */
export const MailCause = onDemand<{ raw: string | null }>(
  async () => (await import("./mail-cause.tsx")).MailCause,
  ({ raw }) => raw !== null,
);
