import { expect, test } from "vitest";
import { oneOf, readUrlState, writeUrlState } from "./url-state.ts";

const DEFAULTS = { q: "", page: 1, tab: "home" };

test("reads an address, and uses defaults for invalid parts", () => {
  expect(readUrlState(new URLSearchParams("q=boxes&page=3"), DEFAULTS)).toEqual({
    q: "boxes",
    page: 3,
    tab: "home",
  });
  expect(readUrlState(new URLSearchParams("page=-1"), DEFAULTS).page).toBe(1);
  expect(readUrlState(new URLSearchParams("page=x"), DEFAULTS).page).toBe(1);
});

test("writes only what differs from the defaults, and leaves other parameters alone", () => {
  const next = writeUrlState(new URLSearchParams("page=3&edit=7"), DEFAULTS, { q: "a b", page: 1 });
  expect(next.toString()).toBe("edit=7&q=a+b");
});

test("falls back to the first tab", () => {
  expect(oneOf(["a", "b"], "b")).toBe("b");
  expect(oneOf(["a", "b"], "c")).toBe("a");
});
