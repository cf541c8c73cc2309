import { beforeEach, describe, expect, test, vi } from "vitest";
import { openDraft } from "./site/draft.ts";
import { requestIdOf } from "./site/request-id.server.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const entries = {
  name: "Ada",
  email: "ada@tinyshop.example",
  business_name: "",
  monthly_volume: "0-50",
  platforms: ["Etsy"],
  message: "Hi",
};

describe("without script", () => {
  const values = { ...entries, business_name: null };
  const id = (changes: object, at = "2026-03-01T12:00:00Z") =>
    requestIdOf({ ...values, ...changes }, new Date(at));

  test("the same words on the same day are the same message", () => {
    expect(id({})).toMatch(UUID);
    expect(id({}, "2026-03-01T23:59:59Z")).toBe(id({}));
  });

  test("other words, or another day, are another message", () => {
    const ids = [id({}), id({ message: "Ho" }), id({ platforms: [] }), id({}, "2026-03-02T00:00Z")];
    expect(new Set(ids).size).toBe(4);
  });
});

describe("in the browser", () => {
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
  });

  test("a retry after a reload repeats the id", () => {
    const first = openDraft().requestId(entries);
    expect(first).toMatch(UUID);
    expect(openDraft().requestId(entries)).toBe(first);
    expect(openDraft().entries()).toEqual(entries);
  });

  test("changed words are a message of their own", () => {
    const draft = openDraft();
    expect(draft.requestId({ ...entries, message: "Ho" })).not.toBe(draft.requestId(entries));
  });

  test("after success the same words may be sent anew", () => {
    const draft = openDraft();
    const first = draft.requestId(entries);
    draft.clear();
    expect(draft.requestId(entries)).not.toBe(first);
    draft.clear();
    expect(openDraft().entries()).toBeUndefined();
  });

  test("the time that the page was open counts from its own start, through a reload", () => {
    let now = 1_000;
    const clock = () => now;
    const first = openDraft(clock, 0.25);
    expect(first.openFor()).toBe(1_000);
    first.save(entries);
    now = 61_000;
    expect(openDraft(clock, 60_500).openFor()).toBe(61_000);
  });

  test("a second message is not in a hurry because the first one has just arrived", () => {
    let now = 5_000;
    const draft = openDraft(() => now, 0);
    draft.save(entries);
    draft.clear();
    now = 5_900;
    expect(draft.openFor()).toBe(5_900);
  });

  test("a full or forbidden storage stops nobody", () => {
    vi.stubGlobal("sessionStorage", undefined);
    const draft = openDraft();
    draft.save(entries);
    expect(draft.requestId(entries)).toBe(draft.requestId(entries));
  });
});
