import { expect, test } from "vitest";
import type { LeadEvent, ReplyMail } from "#app/lib/data/database.types.ts";
import type { Answer, Thread } from "./queries.ts";
import { type Entry, quotedAnswer, timelineOf, writerOf } from "./timeline.ts";

const at = (minute: number) => `2026-11-05T10:${String(minute).padStart(2, "0")}:00Z`;
const row = { created_at: at(0), message: "A quote, please.", name: "Ana", email: "ana@a.example" };

const event = (id: string, minute: number, more: Partial<LeadEvent> = {}) =>
  ({
    id,
    kind: "status",
    happened_at: at(minute),
    actor: "person",
    details: {},
    ...more,
  }) as LeadEvent;
const answer = (id: string, minute: number, more: Partial<Answer> = {}) =>
  ({
    id,
    kind: "reply",
    sender: "ana@a.example",
    sender_name: null,
    is_from_team: false,
    body_text: id,
    arrived_at: at(minute),
    ...more,
  }) as Answer;
const reply = (id: string, minute: number, more: Partial<ReplyMail> = {}) =>
  ({ id, state: "sent", created_at: at(minute), ...more }) as ReplyMail;
const note = (id: string, minute: number) => ({ id, at: at(minute), show: null });
const created = event("created", 0, { kind: "created" });
const mailEvent = (id: string, minute: number, mail: string, to: string, actor_name = "Dana") =>
  event(id, minute, { kind: "mail", actor_name, details: { mail, what: "reply", to } });

/** The items in order, an event with its id, and those that are folded in brackets. */
const read = (entries: Entry[]) =>
  entries.map((entry) => {
    if (entry.kind === "form" || entry.kind === "earlier") return entry.kind;
    if (entry.kind === "note") return `note ${entry.note.id}`;
    if (entry.kind !== "events") return `${entry.kind} ${entry.mail.id}`;
    const ids = entry.events.map(({ id }, place) => (place < entry.folded ? `(${id})` : id));
    return ids.join(" ");
  });

const thread = (more: Partial<Thread>): Thread => ({
  events: [created],
  replies: [],
  answers: [],
  since: null,
  ...more,
});

test("puts message, notes, replies, answers and events in order of time", () => {
  const entries = timelineOf(
    row,
    thread({
      answers: [answer("a2", 9), answer("a1", 4)],
      replies: [reply("r1", 2)],
      // Newest first, as they are read
      events: [event("e2", 8), event("e1", 3), created],
    }),
    [note("n1", 1), note("n2", 6)],
  );
  expect(read(entries)).toEqual([
    "form",
    "note n1",
    "reply r1",
    "e1",
    "answer a1",
    "note n2",
    "e2",
    "answer a2",
  ]);
});

test("drops events that an item shows itself, and keeps the others", () => {
  const entries = timelineOf(
    row,
    thread({
      answers: [answer("a1", 4)],
      replies: [reply("r1", 2)],
      events: [
        event("note gone", 9, { kind: "note", details: { note: "n0", done: "added" } }),
        event("note deleted", 8, { kind: "note", details: { note: "n0", done: "deleted" } }),
        event("answer gone", 7, { kind: "answer", details: { mail: "a0" } }),
        event("answer", 4, { kind: "answer", details: { mail: "a1" } }),
        mailEvent("again", 3, "r1", "again"),
        mailEvent("sent", 3, "r1", "sent"),
        mailEvent("waiting", 2, "r1", "waiting"),
        mailEvent("canceled", 2, "r0", "taken_back"),
        event("note", 1, { kind: "note", details: { note: "n1", done: "added" } }),
        created,
      ],
    }),
    [note("n1", 1)],
  );
  expect(read(entries)).toEqual([
    "form",
    "note n1",
    "reply r1",
    "canceled again",
    "answer a1",
    "answer gone note deleted note gone",
  ]);
});

test("folds more than three events in a row, but never the newest of all", () => {
  const few = [3, 2, 1].map((n) => event(`e${n}`, n));
  const many = [8, 7, 6, 5].map((n) => event(`e${n}`, n));
  expect(read(timelineOf(row, thread({ events: few }), []))).toEqual(["form", "e1 e2 e3"]);
  expect(read(timelineOf(row, thread({ events: many }), []))).toEqual([
    "form",
    "(e5) (e6) (e7) e8",
  ]);
  expect(read(timelineOf(row, thread({ events: many }), [note("n", 9)]))).toEqual([
    "form",
    "(e5) (e6) (e7) (e8)",
    "note n",
  ]);
});

test("shows what was read, and says that there is more", () => {
  const entries = timelineOf(
    row,
    thread({ answers: [answer("a2", 9), answer("a1", 5)], events: [event("e1", 2)], since: at(5) }),
    [note("n1", 3), note("n2", 7)],
  );
  expect(read(entries)).toEqual(["form", "earlier", "answer a1", "note n2", "answer a2"]);
});

test.each([
  ["with its text", "A quote, please.", " A quote, please.\n"],
  ["without text", null, null],
  ["with a text that was too long", "🕯".repeat(5_000), "🕯".repeat(5_001)],
])("shows the email a lead was created from, %s, instead of its message", (_, message, text) => {
  const email = answer("a0", 0, { body_text: text, arrived_at: "2026-11-04T10:00:00Z" });
  const made = thread({ answers: [email] });
  expect(read(timelineOf({ ...row, message }, made, []))).toEqual(["answer a0", "created"]);
});

test("shows a message that an answer repeats", () => {
  const entries = timelineOf(
    row,
    thread({ answers: [answer("a1", 5, { body_text: row.message })] }),
    [],
  );
  expect(read(entries)).toEqual(["form", "answer a1"]);
});

test("names who wrote a reply, and says that it came back until it is sent again", () => {
  const events = [
    mailEvent("bounced", 3, "r1", "bounced", "The server"),
    mailEvent("sent", 2, "r1", "sent", "The server"),
    mailEvent("waiting", 1, "r1", "waiting"),
  ];
  const shown = (state: ReplyMail["state"], more: LeadEvent[] = []) =>
    timelineOf(
      row,
      thread({ replies: [reply("r1", 1, { state })], events: [...more, ...events] }),
      [],
    ).find(({ kind }) => kind === "reply");
  expect(shown("failed")).toMatchObject({ by: "Dana", cameBack: true });
  const again = mailEvent("again", 4, "r1", "again");
  expect(shown("sent", [again])).toMatchObject({ cameBack: false });
  const failed = mailEvent("failed", 5, "r1", "failed", "The server");
  expect(shown("failed", [failed, again])).toMatchObject({ cameBack: false });
});

test("quotes the newest answer with text that the lead wrote", () => {
  const older = answer("older", 1);
  expect(
    quotedAnswer({
      answers: [
        answer("blank", 5, { body_text: " \n" }),
        answer("team's", 4, { is_from_team: true }),
        answer("automatic", 3, { kind: "auto_reply" }),
        older,
        answer("oldest", 0),
      ],
    }),
  ).toBe(older);
  expect(quotedAnswer({ answers: [] })).toBeUndefined();
});

test.each([
  ["Ana R.", "ana@a.example", "Ana R."],
  [null, "ANA@a.example", "Ana"],
  [null, "ben@a.example", "ben@a.example"],
])("an email by %s <%s> is from %s", (sender_name, sender, who) => {
  expect(writerOf({ sender_name, sender }, row)).toBe(who);
});
