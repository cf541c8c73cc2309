import { expect, test } from "vitest";
import { oneOf, readUrlState, writeUrlState } from "./url-state.ts";

const DEFAULTS = { q: "", page: 1, tab: "home" };

test("an address is read, and what it can't mean is the default", () => {
  expect(readUrlState(new URLSearchParams("q=boxes&page=3"), DEFAULTS)).toEqual({
    q: "boxes",
    page: 3,
    tab: "home",
  });
  expect(readUrlState(new URLSearchParams("page=-1"), DEFAULTS).page).toBe(1);
  expect(readUrlState(new URLSearchParams("page=x"), DEFAULTS).page).toBe(1);
});

test("an address carries only what differs, and leaves others' state alone", () => {
  const next = writeUrlState(new URLSearchParams("page=3&edit=7"), DEFAULTS, { q: "a b", page: 1 });
  expect(next.toString()).toBe("edit=7&q=a+b");
});

test("an unknown tab is the first", () => {
  expect(oneOf(["a", "b"], "b")).toBe("b");
  expect(oneOf(["a", "b"], "c")).toBe("a");
});
