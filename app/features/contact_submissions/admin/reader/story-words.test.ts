import { expect, test } from "vitest";
import type { LeadEvent } from "#app/lib/data/database.types.ts";
import { eventActor, eventTitle } from "./story-words.ts";

const event = (more: Partial<LeadEvent>): LeadEvent => ({
  id: "1",
  submission_id: "2",
  kind: "created",
  happened_at: "2026-11-05T10:00:00Z",
  actor: "person",
  actor_id: "3",
  actor_name: "Dana Ortiz",
  details: {},
  ...more,
});

test.each<[Partial<LeadEvent>, string]>([
  [{ kind: "created" }, "Message received"],
  [{ kind: "status", details: { from: "new", to: "closed" } }, "Status: New → Closed"],
  [{ kind: "owner", details: { to: "Dana" } }, "Owner: Dana"],
  [{ kind: "owner", details: { from: "Dana" } }, "No owner any more, before: Dana"],
  // A day, whatever the reader's time zone.
  [{ kind: "follow_up", details: { to: "2026-12-24" } }, "Follow-up: Dec 24, 2026"],
  [{ kind: "follow_up", details: { to: "12026-12-24" } }, "Follow-up: 12026-12-24"],
  [{ kind: "follow_up", details: { from: "2026-12-24" } }, "Follow-up taken away"],
  [{ kind: "spam", details: { to: true } }, "Marked: likely spam"],
  [{ kind: "spam", details: { to: false } }, "Marked: not spam"],
  [{ kind: "note", details: { done: "added" } }, "Note added"],
  [{ kind: "notice", details: { to: "sent" } }, "Notice to the team sent"],
  [{ kind: "notice", details: { to: "pending" } }, "Notice to the team asked for again"],
  [
    { kind: "notice", details: { to: "failed", error: "no route" } },
    "Notice to the team failed: no route",
  ],
  [{ kind: "mail", details: { what: "reply", to: "waiting" } }, "Reply written"],
  [{ kind: "mail", details: { what: "reply", to: "taken_back" } }, "Reply taken back"],
  [{ kind: "mail", details: { what: "reply", to: "again" } }, "Reply asked for again"],
  [
    { kind: "mail", details: { what: "confirmation", to: "sent" } },
    "Confirmation to the visitor sent",
  ],
  [
    { kind: "mail", details: { what: "reply", to: "failed", error: "busy" } },
    "Reply not sent yet: busy",
  ],
  [
    { kind: "mail", details: { what: "reply", to: "given_up", error: "no mailbox" } },
    "Reply could not be sent: no mailbox",
  ],
  [{ kind: "mail", details: { what: "other", to: "sent" } }, "Mail sent"],
  [{ kind: "deleted" }, "Moved to the trash"],
  [{ kind: "restored" }, "Restored from the trash"],
  [{ kind: "booking", details: { booking: "7" } }, "Call booked in the calendar"],
  [{ kind: "joined", details: { note: "4" } }, "Joined with another message of this person"],
  [{ kind: "parted" }, "Taken apart from the other messages"],
])("%o reads '%s'", (more, title) => {
  expect(eventTitle(event(more))).toBe(title);
});

test("who it was stays known by name, or by what did it", () => {
  expect(eventActor(event({}))).toBe("Dana Ortiz");
  expect(eventActor(event({ actor_name: null }))).toBe("A deleted account");
  expect(eventActor(event({ actor: "visitor", actor_name: null }))).toBe("By the contact form");
  expect(eventActor(event({ kind: "booking", actor: "visitor", actor_name: null }))).toBe(
    "As the visitor's browser told",
  );
});
