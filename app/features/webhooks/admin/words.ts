import { formatTime } from "#app/lib/text/formats.ts";
import { type Cause, explainCause } from "#contract/causes.ts";
import type { Attempt, Delivery, Event, Format, Webhook } from "../queries.ts";

export const EVENTS: Record<Event, string> = {
  "lead.created": "Lead created",
  "lead.replied": "Lead replied",
  "lead.status_changed": "Status changed",
  "lead.won": "Lead won",
  "lead.lost": "Lead lost",
  "booking.created": "Call booked",
};
export const KINDS: Record<Delivery["kind"], string> = { ...EVENTS, test: "Test" };

export const FORMATS: Record<Format, string> = {
  standard: "Standard Webhooks",
  slack: "Slack",
  teams: "Microsoft Teams",
};

type Answer = Pick<Attempt, "status" | "problem">;

/** The response, or why there was none. */
export const causeOf = ({ status, problem }: Answer): Cause =>
  status === null
    ? explainCause(problem ?? "No response was recorded.", "The receiver")
    : { sentence: `The receiver returned ${status}` };

/** The same, to use within a sentence. */
export const answerOf = (answer: Answer): string => causeOf(answer).sentence.replace(/\.$/, "");

type Tone = "neutral" | "success" | "warning" | "danger";

/** A webhook's status: a label, and details. */
export function stateOf(webhook: Webhook): { tone: Tone; words: string; more?: string } {
  const { active, gone_at, failing_since, last_at } = webhook;
  if (gone_at) return { tone: "danger", words: "Turned off", more: "Receiver unsubscribed (410)" };
  if (!active) return { tone: "neutral", words: "Off" };
  if (failing_since)
    return { tone: "danger", words: "Failing", more: `Since ${formatTime(failing_since)}` };
  return last_at
    ? { tone: "success", words: "Active" }
    : { tone: "neutral", words: "Nothing sent yet" };
}

export function outcomeOf({ outcome, next_attempt_at, attempts }: Delivery): {
  tone: Tone;
  words: string;
} {
  if (outcome === "delivered") return { tone: "success", words: "Delivered" };
  if (outcome === "failed") return { tone: "danger", words: "Failed" };
  const due =
    next_attempt_at && attempts.length ? `, next attempt ${formatTime(next_attempt_at)}` : "";
  return { tone: "warning", words: `Waiting${due}` };
}

/** Pretty-prints JSON; returns other text unchanged. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
