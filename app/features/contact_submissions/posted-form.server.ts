import type { ContactField } from "#app/content/index.ts";
import type { ServerContext } from "#app/lib/server-context.ts";
import { requestIdOf } from "./request-id.server.ts";
import {
  type ContactEntries,
  type ContactErrors,
  checkEntries,
  readEntries,
  readTrap,
} from "./schema.ts";
import { type ContactOutcome, hasArrived, submitContact } from "./submit.ts";

interface Posted {
  /** what was typed, unless it has arrived */
  entries?: ContactEntries;
  errors?: ContactErrors;
  outcome?: ContactOutcome;
}

/** Checks and submits a form that was posted without script, by the path that the browser takes. */
export async function takePostedForm(
  server: Pick<ServerContext, "supabase">,
  fields: readonly ContactField[],
  form: FormData,
): Promise<{ status: number; posted: Posted }> {
  const entries = readEntries(form);
  const checked = checkEntries(fields, entries);
  if ("errors" in checked) return { status: 422, posted: { entries, errors: checked.errors } };

  const outcome = await submitContact(server.supabase, {
    requestId: requestIdOf(checked.values, new Date()),
    values: checked.values,
    trap: readTrap(form),
    filledInMs: null,
  });
  if (hasArrived(outcome)) return { status: 200, posted: { outcome } };
  return { status: outcome.state === "limited" ? 429 : 503, posted: { entries, outcome } };
}
