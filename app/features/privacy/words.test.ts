import { expect, test } from "vitest";
import type { LeadErasure } from "#app/lib/data/database.types.ts";
import { actorOf, countsOf } from "./words.ts";

test("lists counts in words, messages first", () => {
  expect(
    countsOf({
      later_things: 3,
      submission_notes: 1,
      "private.inbound_files": 1,
      inbound_mails: 2,
      "private.lead_keys": 2,
      contact_submissions: 1200,
    }),
  ).toEqual([
    "1,200 messages",
    "1 note",
    "2 emails received",
    "1 attachment",
    "2 addresses and phone numbers used to recognize them",
    "3 later things",
  ]);
});

test("keeps the name of the person or program that erased", () => {
  const of = (more: Partial<LeadErasure>) => actorOf(more as LeadErasure);
  expect(of({ actor: "person", actor_name: "Dana" })).toBe("Dana");
  expect(of({ actor: "person", actor_name: null })).toBe("A deleted account");
  expect(of({ actor: "server", actor_name: null })).toBe("The server");
});
