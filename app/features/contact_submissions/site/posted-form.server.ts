import type { ContactField } from "#app/content/index.ts";
import { type Attribution, readCampaign } from "#app/lib/attribution/touch.ts";
import { readEntries } from "../entries.ts";
import { requestIdOf } from "../request-id.ts";
import {
  checkEntries,
  isByPerson,
  readAttribution,
  readLeadEstimate,
  readOpenedAt,
  readTrap,
} from "../schema.ts";
import { type ContactClient, hasArrived, submitContact } from "../submit.ts";
import type { Posted } from "./use-contact-form.ts";

/**
 * Checks and submits a form posted without JavaScript, in the same sequence as the browser.
 * @param now epoch milliseconds
 * @param page the URL of the form's page, as the browser sends it; null when it doesn't
 */
export async function takePostedForm(
  server: { supabase: ContactClient },
  fields: readonly ContactField[],
  form: FormData,
  now: number,
  page: string | null,
): Promise<{ status: number; posted: Posted }> {
  const entries = readEntries(form);
  const checked = checkEntries(fields, entries);
  const openedAt = readOpenedAt(form, now);
  const attribution = readAttribution(form) ?? campaignAt(page);
  const draft = { entries, openedAt, attribution };
  if ("errors" in checked) return { status: 422, posted: { ...draft, errors: checked.errors } };

  const requestId = await requestIdOf(checked.values, new Date(openedAt ?? now));
  const outcome = await submitContact(server.supabase, {
    requestId,
    values: checked.values,
    estimate: readLeadEstimate(entries),
    attribution,
    trap: readTrap(form),
    filledInMs: openedAt === undefined || isByPerson(form) ? null : now - openedAt,
  });
  if (hasArrived(outcome)) return { status: 200, posted: { outcome, requestId } };
  return { status: outcome.state === "limited" ? 429 : 503, posted: { ...draft, outcome } };
}

/** Without JavaScript nothing is stored: only the campaign in the form page's URL is known. */
function campaignAt(page: string | null): Attribution | null {
  if (!page || !URL.canParse(page)) return null;
  const { pathname, search } = new URL(page);
  const utm = readCampaign(search);
  return Object.keys(utm).length > 0 ? { first: { landing_page: pathname, ...utm } } : null;
}
