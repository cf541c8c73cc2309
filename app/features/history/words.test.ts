import { expect, test } from "vitest";
import type { HistoryChange } from "#app/lib/data/database.types.ts";
import { actorName, changeTitle, isRestorable, valueText } from "./words.ts";

const lists = new Map([["services", "Services"]]);
const change = (more: Partial<HistoryChange>): HistoryChange =>
  ({
    table_name: "services",
    operation: "UPDATE",
    label: "Kitting",
    entries: 1,
    ...more,
  }) as HistoryChange;

test.each([
  [{}, "Services: Kitting changed"],
  [{ operation: "DELETE" as const }, "Services: Kitting deleted"],
  [{ entries: 3 }, "Services: Kitting and 2 more changed"],
  [
    { table_name: "site_content", page: "home", label: "hero / primary_button_text" },
    "Texts: Home › Hero › Primary button text changed",
  ],
  [
    { table_name: "site_settings", page: null, label: "accent_color" },
    "Settings: Accent color changed",
  ],
  [{ table_name: "announcements", label: null }, "Announcements: without a name changed"],
  [{ table_name: "contact_submissions", label: null }, "Submissions: status changed"],
  [
    { table_name: "admins", label: "dana@example.com", operation: "DELETE" as const },
    "Admin rights taken from dana@example.com",
  ],
])("a change in one line: %j", (more, title) => {
  expect(changeTitle(change(more), lists)).toBe(title);
});

test("who it was, also where nobody was signed in", () => {
  expect(actorName("person", "dana@example.com")).toBe("dana@example.com");
  expect(actorName("person", null)).toBe("A deleted account");
  expect(actorName("command line", null)).toBe("The command line");
});

test.each<[string, Partial<HistoryChange>, boolean]>([
  ["an item's change", {}, true],
  ["what a person added", { actor: "person", operation: "INSERT" }, true],
  ["what the site began with", { actor: "server", operation: "INSERT" }, false],
  ["what an upgrade changed", { actor: "server" }, true],
  ["rights", { table_name: "admins" }, false],
  ["a submission", { table_name: "contact_submissions" }, false],
])("%s can be undone from here: %j, %s", (_, more, restorable) => {
  expect(isRestorable(change(more))).toBe(restorable);
});

test.each([
  [null, ""],
  [true, "Yes"],
  [3, "3"],
  [["a"], '["a"]'],
])("%j as text", (value, text) => {
  expect(valueText(value)).toBe(text);
});
