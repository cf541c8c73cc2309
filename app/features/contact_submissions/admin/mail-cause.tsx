import { Cause } from "#app/ui/display/cause.tsx";
import { explainCause } from "#contract/causes.ts";

/** Why an email about a lead failed. */
export const MailCause = ({ raw }: { raw: string | null }) =>
  raw && <Cause {...explainCause(raw, "The mail server")} />;
