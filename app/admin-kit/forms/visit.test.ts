import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Reloads the module like a page load: only the tab's session storage survives. */
const load = () => {
  vi.resetModules();
  return import("./visit.ts");
};

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("undoes saves one by one, last first", async () => {
  const { rememberSave, undoable, forgetSave } = await load();
  rememberSave("a", "One", "Two");
  rememberSave("a", "Two", "Three");
  expect(undoable("a", "Three")).toBe("Two");
  forgetSave("a");
  expect(undoable("a", "Two")).toBe("One");
  forgetSave("a");
  expect(undoable("a", "One")).toBeUndefined();
});

test("does not undo what someone else wrote since", async () => {
  const { rememberSave, undoable } = await load();
  rememberSave("b", "One", "Two");
  expect(undoable("b", "Theirs")).toBeUndefined();
});

test("remembers nothing about a new row", async () => {
  const { rememberSave, undoable } = await load();
  rememberSave(undefined, "", "One");
  expect(undoable(undefined, "One")).toBeUndefined();
});

test("continues a visit after a reload, for the same person", async () => {
  const first = await load();
  first.resumeVisit("dana");
  first.rememberSave("a", "One", "Two");
  const reloaded = await load();
  reloaded.resumeVisit("dana");
  expect(reloaded.undoable("a", "Two")).toBe("One");
  reloaded.resumeVisit("mia");
  expect(reloaded.undoable("a", "Two")).toBeUndefined();
});

test("ends the visit with a sign-out", async () => {
  const first = await load();
  first.resumeVisit("dana");
  first.rememberSave("a", "One", "Two");
  first.endVisit();
  expect(first.undoable("a", "Two")).toBeUndefined();
  const reloaded = await load();
  reloaded.resumeVisit("dana");
  expect(reloaded.undoable("a", "Two")).toBeUndefined();
});

test("keeps undo until a reload when the browser stores nothing", async () => {
  vi.stubGlobal("sessionStorage", undefined);
  const { resumeVisit, rememberSave, undoable } = await load();
  resumeVisit("dana");
  rememberSave("a", "One", "Two");
  expect(undoable("a", "Two")).toBe("One");
});

test("keeps what is typed through a reload, until it is saved or discarded", async () => {
  const first = await load();
  first.resumeVisit("dana");
  const key = first.draftKey("site_content/a");
  first.storeDraft(key, { text: "Half typ" });
  const reloaded = await load();
  expect(reloaded.storedDraft(key)).toBeUndefined();
  reloaded.resumeVisit("dana");
  expect(reloaded.storedDraft(key)).toEqual({ text: "Half typ" });
  reloaded.storeDraft(key, undefined);
  const again = await load();
  again.resumeVisit("dana");
  expect(again.storedDraft(key)).toBeUndefined();
});

test("does not offer another person's text, and removes it from the tab", async () => {
  const first = await load();
  first.resumeVisit("dana");
  first.storeDraft("live/a", "Dana's");
  const other = await load();
  other.resumeVisit("mia");
  expect(other.storedDraft("live/a")).toBeUndefined();
  expect(sessionStorage.getItem("admin-visit") ?? "").not.toContain("Dana's");
});

test("keeps no text after sign-out, nor what the closing screen reports", async () => {
  const { resumeVisit, endVisit, storeDraft } = await load();
  resumeVisit("dana");
  storeDraft("live/a", "Dana's");
  endVisit();
  storeDraft("live/a", "Dana's");
  expect(sessionStorage.getItem("admin-visit") ?? "").not.toContain("Dana's");
});

test("does not offer a change set's text for the live site", async () => {
  const { draftKey } = await load();
  const { switchSet } = await import("#app/lib/data/sets/active-set.ts");
  const live = draftKey("a");
  switchSet({ id: "set", name: "Black Friday" });
  expect(draftKey("a")).not.toBe(live);
  switchSet(undefined);
});

test("moves drafts from a closed set, and no others", async () => {
  const { resumeVisit, moveDrafts, storeDraft, storedDraft } = await load();
  resumeVisit("ana");
  storeDraft("a/title", "Typed");
  storeDraft("b/title", "Elsewhere");
  moveDrafts({ id: "a", name: "Closed" }, undefined);
  expect(["a/title", "live/title", "b/title"].map(storedDraft)).toEqual([
    undefined,
    "Typed",
    "Elsewhere",
  ]);
  moveDrafts({ id: "b", name: "Closed too" }, { id: "c", name: "Open" });
  expect(storedDraft("c/title")).toBe("Elsewhere");
});
