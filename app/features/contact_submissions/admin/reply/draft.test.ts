import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isUuid } from "#supabase/functions/_shared/uuid.ts";
import { dropDraft, dropSent, giveBack, keepDraft, readDraft } from "./draft.ts";
import { requestOf } from "./request.ts";

const words = { subject: "Re: Your message", message: "Hi Ana," };

/** Browser storage, whose entries are own properties. */
const storage = (forbidden = false) => {
  const own = {} as Record<string, string>;
  const methods = {
    getItem: (key: string) => own[key] ?? null,
    setItem: (key: string, value: string) => {
      if (forbidden) throw new Error("full");
      own[key] = value;
    },
    removeItem: (key: string) => {
      delete own[key];
    },
  };
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(own, name, { value, enumerable: false });
  return own;
};

let stored: Record<string, string>;
let lead = 0;
/** A new id, because the module remembers drafts by lead. */
const newLead = () => `lead-${++lead}`;
beforeEach(() => {
  stored = storage();
  vi.stubGlobal("localStorage", stored);
});
afterEach(() => vi.unstubAllGlobals());

/** A reload clears the module's memory; storage stays. */
async function reloaded() {
  vi.resetModules();
  return import("./draft.ts");
}

test("keeps a draft for its own lead through a reload", async () => {
  const id = newLead();
  keepDraft(id, words, 5);
  const after = await reloaded();
  expect(after.readDraft(id)).toMatchObject(words);
  expect(after.readDraft(newLead())).toBeUndefined();
  after.dropDraft(id);
  expect((await reloaded()).readDraft(id)).toBeUndefined();
});

test("deletes a sent draft, and keeps text that changed since", () => {
  const id = newLead();
  requestOf(id, words);
  giveBack(id, { ...words, message: "An earlier one." });
  dropSent(id, words);
  expect(readDraft(id)?.message).toBe("An earlier one.\n\nHi Ana,");
  dropSent(id, readDraft(id) ?? words);
  expect(readDraft(id)).toBeUndefined();
});

test("keeps a draft until the reload when storage is full", () => {
  vi.stubGlobal("localStorage", storage(true));
  const id = newLead();
  keepDraft(id, words);
  expect(readDraft(id)).toMatchObject(words);
  dropDraft(id);
  expect(readDraft(id)).toBeUndefined();
});

test("reuses a request for the same text, also after a reload", async () => {
  const id = newLead();
  const first = requestOf(id, words);
  expect(requestOf(id, words)).toBe(first);
  keepDraft(id, words);
  await reloaded();
  expect((await import("./request.ts")).requestOf(id, words)).toBe(first);
  expect(requestOf(id, { ...words, message: "Hi" })).not.toBe(first);
});

test("makes a request on plain http, where browsers have no randomUUID", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(isUuid(requestOf(newLead(), words))).toBe(true);
});

test("puts returned text before newer text, as a new request", () => {
  const id = newLead();
  const first = requestOf(id, words);
  dropDraft(id);
  keepDraft(id, { subject: "Other", message: "PS: " });
  giveBack(id, words);
  expect(readDraft(id)).toMatchObject({ subject: words.subject, message: "Hi Ana,\n\nPS:" });
  dropDraft(id);
  giveBack(id, words);
  expect(readDraft(id)).toMatchObject(words);
  expect(requestOf(id, words)).not.toBe(first);
});

test("drops the oldest of many drafts", () => {
  const ids = Array.from({ length: 51 }, newLead);
  for (const [at, id] of ids.entries()) keepDraft(id, words, at + 1);
  const left = Object.keys(stored).filter((key) => key.startsWith("reply-draft:"));
  expect(left).toHaveLength(50);
  expect(left).not.toContain(`reply-draft:${ids[0]}`);
});

test("drops a draft that can't be read before any other", () => {
  stored["reply-draft:broken"] = "{";
  const ids = Array.from({ length: 50 }, newLead);
  for (const id of ids) keepDraft(id, words);
  const left = Object.keys(stored).filter((key) => key.startsWith("reply-draft:"));
  expect(left.toSorted()).toEqual(ids.map((id) => `reply-draft:${id}`).toSorted());
});

test("ignores stored values that are no draft", () => {
  const id = newLead();
  stored[`reply-draft:${id}`] = '{"message": 5}';
  expect(readDraft(id)).toBeUndefined();
  stored[`reply-draft:${id}`] = "{";
  expect(readDraft(id)).toBeUndefined();
});
