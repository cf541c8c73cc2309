import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** The module as a page loads it: what it remembers is what the tab's storage holds. */
const load = () => {
  vi.resetModules();
  return import("./visit.ts");
};

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("saves are undone one by one, the last first", async () => {
  const { rememberSave, undoable, forgetSave } = await load();
  rememberSave("a", "One", "Two");
  rememberSave("a", "Two", "Three");
  expect(undoable("a", "Three")).toBe("Two");
  forgetSave("a");
  expect(undoable("a", "Two")).toBe("One");
  forgetSave("a");
  expect(undoable("a", "One")).toBeUndefined();
});

test("what somebody else wrote since is not undone", async () => {
  const { rememberSave, undoable } = await load();
  rememberSave("b", "One", "Two");
  expect(undoable("b", "Theirs")).toBeUndefined();
});

test("of a row that was not there before nothing is remembered", async () => {
  const { rememberSave, undoable } = await load();
  rememberSave(undefined, "", "One");
  expect(undoable(undefined, "One")).toBeUndefined();
});

test("a visit goes on after a reload, for the same person", async () => {
  const first = await load();
  first.goOnWithVisit("dana");
  first.rememberSave("a", "One", "Two");
  const reloaded = await load();
  reloaded.goOnWithVisit("dana");
  expect(reloaded.undoable("a", "Two")).toBe("One");
  reloaded.goOnWithVisit("mia");
  expect(reloaded.undoable("a", "Two")).toBeUndefined();
});

test("a sign-out ends it", async () => {
  const first = await load();
  first.goOnWithVisit("dana");
  first.rememberSave("a", "One", "Two");
  first.endVisit();
  expect(first.undoable("a", "Two")).toBeUndefined();
  const reloaded = await load();
  reloaded.goOnWithVisit("dana");
  expect(reloaded.undoable("a", "Two")).toBeUndefined();
});

test("where the browser keeps nothing, undo lasts until a reload", async () => {
  vi.stubGlobal("sessionStorage", undefined);
  const { goOnWithVisit, rememberSave, undoable } = await load();
  goOnWithVisit("dana");
  rememberSave("a", "One", "Two");
  expect(undoable("a", "Two")).toBe("One");
});
