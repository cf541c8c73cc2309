import { expect, test } from "vitest";
import type { LeadEvent } from "#app/lib/data/database.types.ts";
import { eventActor, eventCause, eventTitle } from "./event-words.ts";

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
  [{ kind: "created" }, "Lead created from this email"],
  [{ kind: "status", details: { from: "new", to: "closed" } }, "Status: New → Closed"],
  [{ kind: "outcome", details: { to: "won", value: 2_500 } }, "Marked as won, $2,500 a month"],
  [{ kind: "outcome", details: { to: "won" } }, "Marked as won"],
  [{ kind: "outcome", details: { to: "lost", reason: "No budget" } }, "Marked as lost: No budget"],
  [{ kind: "outcome", details: {} }, "Outcome removed"],
  [{ kind: "owner", details: { to: "Dana" } }, "Owner: Dana"],
  [{ kind: "owner", details: { from: "Dana" } }, "Owner removed: Dana"],
  // A date, in whatever time zone.
  [{ kind: "follow_up", details: { to: "2026-12-24" } }, "Follow-up: Dec 24, 2026"],
  [{ kind: "follow_up", details: { to: "12026-12-24" } }, "Follow-up: 12026-12-24"],
  [{ kind: "follow_up", details: { from: "2026-12-24" } }, "Follow-up removed"],
  [{ kind: "spam", details: { to: true } }, "Marked: held as spam"],
  [{ kind: "spam", details: { to: true, held: true } }, "Marked: held as spam"],
  [{ kind: "spam", details: { to: true, held: false } }, "Marked: likely spam"],
  [{ kind: "spam", details: { to: false } }, "Marked: not spam"],
  [{ kind: "note", details: { done: "added" } }, "Note added"],
  [{ kind: "notice", details: { to: "sent" } }, "Team notification sent"],
  [{ kind: "notice", details: { to: "pending" } }, "Team notification resend requested"],
  [{ kind: "notice", details: { to: "failed", error: "no route" } }, "Team notification failed"],
  [{ kind: "notice", details: { to: "sent", earlier: true } }, "Earlier team notification sent"],
  [
    { kind: "notice", details: { to: "failed", earlier: true } },
    "Earlier team notification failed",
  ],
  [{ kind: "mail", details: { what: "reply", to: "waiting" } }, "Reply created"],
  [{ kind: "mail", details: { what: "reply", to: "taken_back" } }, "Reply canceled"],
  [{ kind: "mail", details: { what: "reply", to: "again" } }, "Reply resend requested"],
  [
    { kind: "mail", details: { what: "confirmation", to: "sent" } },
    "Confirmation to the visitor sent",
  ],
  [{ kind: "mail", details: { what: "reply", to: "failed", error: "busy" } }, "Reply not sent yet"],
  [
    { kind: "mail", details: { what: "reply", to: "given_up", error: "no mailbox" } },
    "Reply couldn't be sent",
  ],
  [{ kind: "mail", details: { what: "other", to: "sent" } }, "Email sent"],
  [{ kind: "mail", details: { what: "reply", to: "bounced" } }, "Reply bounced"],
  [{ kind: "mail", details: { what: "reply", to: "complained" } }, "Reply was reported as spam"],
  [{ kind: "notice", details: { to: "bounced" } }, "Team notification bounced"],
  [{ kind: "answer", details: { what: "reply" } }, "Reply received"],
  [{ kind: "answer", details: { what: "auto_reply" } }, "Automatic reply received"],
  [{ kind: "deleted" }, "Moved to the trash"],
  [{ kind: "restored" }, "Restored from the trash"],
  [{ kind: "booking", details: { booking: "7" } }, "Call booked in the calendar"],
  [{ kind: "joined", details: { note: "4" } }, "Joined with another message from this person"],
  [{ kind: "parted" }, "Separated from the other messages"],
])("%o reads '%s'", (more, title) => {
  expect(eventTitle(event(more))).toBe(title);
});

test("says that emails are only saved where no mail server is set up", () => {
  expect(eventTitle(event({ kind: "notice", details: { to: "sent" } }), true)).toBe(
    "Team notification saved on the server",
  );
  expect(eventTitle(event({ kind: "mail", details: { what: "reply", to: "sent" } }), true)).toBe(
    "Reply saved on the server",
  );
});

test("calls a lead from a file imported", () => {
  expect(eventActor(event({ actor: "command line" }))).toBe("Imported");
  expect(eventActor(event({ actor: "command line", kind: "status" }))).toBe("The command line");
});

test("keeps the mail server's error separate", () => {
  const failed = { what: "reply", to: "failed", error: "connect ECONNREFUSED 127.0.0.1:25" };
  expect(eventCause(event({ kind: "mail", details: failed }))).toBe(failed.error);
  expect(eventCause(event({ kind: "mail", details: { what: "reply", to: "sent" } }))).toBeNull();
});

test("keeps the actor's name, or what did it", () => {
  expect(eventActor(event({}))).toBe("Dana Ortiz");
  expect(eventActor(event({ actor_name: null }))).toBe("A deleted account");
  expect(eventActor(event({ actor: "visitor", actor_name: null }))).toBe("Contact form");
  expect(eventActor(event({ kind: "booking", actor: "visitor", actor_name: null }))).toBe(
    "Reported by the visitor's browser",
  );
  expect(eventActor(event({ kind: "answer", actor: "visitor", actor_name: null }))).toBe(
    "By email",
  );
});
