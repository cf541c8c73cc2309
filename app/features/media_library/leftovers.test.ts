import { beforeEach, expect, test, vi } from "vitest";
import { dueLeftovers, forget, noteFailure, noteUpload } from "./leftovers.ts";

const HOUR = 60 * 60 * 1000;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

test("leaves a possibly running upload alone for a day", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  noteUpload("uploads/1.png");
  vi.useRealTimers();
  expect(dueLeftovers(24 * HOUR - 1)).toEqual([]);
  expect(dueLeftovers(24 * HOUR)).toEqual(["uploads/1.png"]);
});

test("makes a failed upload due at once, until it is settled", () => {
  noteUpload("uploads/1.png");
  noteFailure("uploads/1.png");
  noteFailure("uploads/2.png");
  expect(dueLeftovers()).toEqual(["uploads/1.png", "uploads/2.png"]);
  forget("uploads/1.png");
  expect(dueLeftovers()).toEqual(["uploads/2.png"]);
});

test("ignores what can't be read", () => {
  localStorage.setItem("media-leftovers", "{broken");
  expect(dueLeftovers()).toEqual([]);
});
