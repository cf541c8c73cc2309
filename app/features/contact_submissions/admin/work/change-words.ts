import type { Lead, LeadChoices, SamePerson } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatDay } from "#app/lib/text/formats.ts";
import type { Changes, Chosen } from "../queries.ts";
import { counted, STATUS_NAMES, stateName } from "../words.ts";
import { ownerName } from "./use-choices.ts";

const words = MESSAGES.submissions;

export interface Change {
  chosen: Chosen;
  changes: Changes;
}

const isOne = ({ rows, all }: Chosen) => rows.length === 1 && !all;

/** The toast's text after a change. */
export function toastText({ chosen, changes }: Change, changed: number): string {
  if (isOne(chosen) && changes.is_spam !== undefined)
    return changes.is_spam ? words.spam : words.notSpam;
  if (!changes.deleted_at) return words.changed(counted(changed));
  return isOne(chosen) ? words.deleted : words.deletedSeveral(counted(changed));
}

/** Its second line: whose lead, as several toasts may be visible, and what it has now. */
export function toastDetails({ chosen, changes }: Change, choices: LeadChoices): string {
  const name = isOne(chosen) ? chosen.rows[0]?.name : undefined;
  // One lead's title already says so.
  const spam = name ? undefined : spamText(changes);
  return [name, spam, valueText(changes, choices)].filter(Boolean).join(" · ");
}

const spamText = ({ is_spam }: Changes) =>
  is_spam === undefined ? undefined : is_spam ? words.spam : words.notSpam;

function valueText({ status, owner_id, follow_up_on }: Changes, choices: LeadChoices) {
  if (status) return `Status: ${STATUS_NAMES[status]}`;
  if (owner_id !== undefined)
    return owner_id ? `Owner: ${ownerName(choices, owner_id)}` : "No owner";
  if (follow_up_on !== undefined)
    return follow_up_on ? `Follow-up date: ${formatDay(follow_up_on)}` : "No follow-up date";
  return undefined;
}

/**
 * "Dana Kim and 2 joined messages: Contacted"
 * @param others the person's other messages, as far as known
 */
export function statusText(row: Lead, before: Lead, others: readonly SamePerson[] = []): string {
  // The database changes those with the same status, but none with an outcome, which is closed.
  const joined = others.filter(
    ({ joined, status }) => joined && status === before.status && status !== "closed",
  ).length;
  const too = joined > 0 ? ` and ${joined} joined ${joined === 1 ? "message" : "messages"}` : "";
  return `${row.name}${too}: ${stateName(row)}`;
}
