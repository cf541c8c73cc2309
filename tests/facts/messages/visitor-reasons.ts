import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type ContactMessage, submitContact } from "#app/features/contact_submissions/submit.ts";
import type { Fact } from "../fact.ts";

/** A message that differs from the others by its sender. */
const message = (email: string): ContactMessage => ({
  requestId: randomUUID(),
  values: {
    name: "Ada Park",
    email,
    business_name: null,
    monthly_volume: "51-100",
    platforms: ["Etsy"],
    message: null,
  },
  trap: null,
  filledInMs: 60_000,
});

const INSERT = "/rest/v1/contact_submissions";
const MAIL = "/functions/v1/send-contact-email";

/**
 * Replaces the response to one of the form's three calls; the visitor sees the reason.
 * @param isStored whether the message is stored anyway
 */
const answeredWith =
  (path: string, answer: () => Response, isStored: boolean): ((sentence: string) => Fact) =>
  (sentence) =>
  async ({ site, clientWithResponses }) => {
    const sent = message("ada-sent@example.com");
    const client = clientWithResponses((url) => (url.includes(path) ? answer() : undefined));
    const outcome = await submitContact(client, sent);
    expect(outcome.message).toContain(sentence.replace(/\.$/, ""));
    const rows =
      await site.sql`select from contact_submissions where request_id = ${sent.requestId}`;
    expect(rows).toHaveLength(isStored ? 1 : 0);
    expect(outcome.state).toBe(
      isStored ? "saved" : sentence.startsWith("Too") ? "limited" : "failed",
    );
  };

const status = (code: number) => () => Response.json({}, { status: code });
const refusedAnswer = () =>
  Response.json(
    { code: "23514", message: 'violates check constraint "contact_submissions_name_on_one_line"' },
    { status: 400 },
  );
const away = () => {
  throw new TypeError("fetch failed");
};

const facts: Record<string, (sentence: string) => Fact> = {
  "our server couldn't be reached": answeredWith(MAIL, away, true),
  "our server had a problem": answeredWith(INSERT, status(500), false),
  "Too many messages. Please wait a few minutes.": answeredWith(INSERT, status(429), false),
  "the message is too long": answeredWith(INSERT, status(413), false),
  "one of your answers isn't valid": answeredWith(INSERT, refusedAnswer, false),
  "your message couldn't be saved": answeredWith(INSERT, status(400), false),
};

/** Why a visitor's message was not stored, or not emailed (rule C-5), and what causes each reason. */
export const visitorReasonFacts: Record<string, Fact> = Object.fromEntries(
  Object.entries(facts).map(([sentence, fact]) => [sentence, fact(sentence)]),
);
