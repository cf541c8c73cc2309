import { beforeEach, describe, expect, test, vi } from "vitest";
import { requestIdOf } from "./request-id.ts";
import { openDraft } from "./site/draft.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const entries = {
  name: "Ada",
  email: "ada@tinyshop.example",
  business_name: "",
  monthly_volume: "0-50",
  platforms: ["Etsy"],
  message: "Hi",
};

const values = { ...entries, business_name: null };

describe("without script", () => {
  const id = (changes: object, openedAt = "2026-03-01T12:00:00Z") =>
    requestIdOf({ ...values, ...changes }, new Date(openedAt));

  test("treats the same text from forms opened on the same day as one message", async () => {
    expect(await id({})).toMatch(UUID);
    expect(await id({}, "2026-03-01T23:59:59Z")).toBe(await id({}));
  });

  test("treats other text or a form opened on another day as another message", async () => {
    const ids = [id({}), id({ message: "Ho" }), id({ platforms: [] }), id({}, "2026-03-02T00:00Z")];
    expect(new Set(await Promise.all(ids)).size).toBe(4);
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

  test("repeats the id on a retry after a reload", async () => {
    const first = await openDraft().requestId(entries, values);
    expect(first).toMatch(UUID);
    expect(await openDraft().requestId(entries, values)).toBe(first);
    expect(openDraft().entries()).toEqual(entries);
  });

  test("repeats the id on a retry after midnight", async () => {
    let now = Date.parse("2026-03-01T23:59:59Z");
    const draft = openDraft(() => now);
    const first = await draft.requestId(entries, values);
    now += 2_000;
    expect(await draft.requestId(entries, values)).toBe(first);
  });

  test("gives a message sent before the script loads the same id", async () => {
    const madeAt = Date.parse("2026-03-01T23:59:59Z");
    const afterMidnight = madeAt + 2_000;
    const draft = openDraft(() => afterMidnight, afterMidnight);
    expect(await draft.requestId(entries, values, madeAt)).toBe(
      await requestIdOf(values, new Date(madeAt)),
    );
  });

  test("treats changed text as a new message", async () => {
    const draft = openDraft();
    const first = await draft.requestId(entries, values);
    const changed = { message: "Ho" };
    expect(await draft.requestId({ ...entries, ...changed }, { ...values, ...changed })).not.toBe(
      first,
    );
  });

  test("allows the same text again after each success", async () => {
    const ids = new Set<string>();
    for (let message = 0; message < 3; message++) {
      const draft = openDraft();
      ids.add(await draft.requestId(entries, values));
      draft.clear();
    }
    expect(ids.size).toBe(3);
    expect(openDraft().entries()).toBeUndefined();
  });

  test("allows the same text again after sending without script", async () => {
    const now = Date.parse("2026-03-01T12:00:00Z");
    const posted = await requestIdOf(values, new Date(now));
    openDraft().clear(posted);
    expect(await openDraft().requestId(entries, values, now)).not.toBe(posted);
  });

  test("uses a random id over plain http, and still keeps it", async () => {
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const first = await openDraft().requestId(entries, values);
    expect(first).toMatch(UUID);
    expect(await openDraft().requestId(entries, values)).toBe(first);
    vi.unstubAllGlobals();
  });

  test("counts the page's open time from its start, through a reload", () => {
    let now = 1_000;
    const clock = () => now;
    const first = openDraft(clock, 0.25);
    expect(first.openFor()).toBe(1_000);
    first.save(entries);
    now = 61_000;
    expect(openDraft(clock, 60_500).openFor()).toBe(61_000);
  });

  test("does not treat a second message as hurried", () => {
    let now = 5_000;
    const draft = openDraft(() => now, 0);
    draft.save(entries);
    draft.clear();
    now = 5_900;
    expect(draft.openFor()).toBe(5_900);
  });

  test("works with full or forbidden storage", async () => {
    vi.stubGlobal("sessionStorage", undefined);
    const draft = openDraft();
    draft.save(entries);
    expect(await draft.requestId(entries, values)).toBe(await draft.requestId(entries, values));
  });
});
