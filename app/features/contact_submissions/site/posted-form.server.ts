import type { ContactField } from "#app/content/index.ts";
import type { ServerContext } from "#contract/render-context.ts";
import {
  type ContactEntries,
  type ContactErrors,
  checkEntries,
  readEntries,
  readLeadEstimate,
  readOpenedAt,
  readTrap,
} from "../schema.ts";
import { type ContactOutcome, hasArrived, submitContact } from "../submit.ts";
import { requestIdOf } from "./request-id.server.ts";

interface Posted {
  /** what was typed, unless it has arrived */
  entries?: ContactEntries;
  errors?: ContactErrors;
  outcome?: ContactOutcome;
  /** when the page was opened on which it was begun, epoch milliseconds; kept while it is mended */
  openedAt?: number;
}

/**
 * Checks and submits a form that was posted without script, by the path that the browser takes.
 * @param now epoch milliseconds
 */
export async function takePostedForm(
  server: Pick<ServerContext, "supabase">,
  fields: readonly ContactField[],
  form: FormData,
  now: number,
): Promise<{ status: number; posted: Posted }> {
  const entries = readEntries(form);
  const checked = checkEntries(fields, entries);
  const openedAt = readOpenedAt(form, now);
  if ("errors" in checked)
    return { status: 422, posted: { entries, errors: checked.errors, openedAt } };

  const outcome = await submitContact(server.supabase, {
    requestId: requestIdOf(checked.values, new Date(now)),
    values: checked.values,
    estimate: readLeadEstimate(entries),
    trap: readTrap(form),
    filledInMs: openedAt === undefined ? null : now - openedAt,
  });
  if (hasArrived(outcome)) return { status: 200, posted: { outcome } };
  return {
    status: outcome.state === "limited" ? 429 : 503,
    posted: { entries, outcome, openedAt },
  };
}
