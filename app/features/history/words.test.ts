import { expect, test } from "vitest";
import type { HistoryChange } from "#app/lib/data/database.types.ts";
import { columnName, columnsOf, valueText, written } from "./columns.ts";
import { actorName, changeTitle, isRestorable, rowName, verbFor } from "./words.ts";

const labels = { service_name: "Service name", rate: "Rate", low: "From", is_active: "Active" };
const lists = new Map([["services", "Services"]]);
const nameOf = (email: string) => (email === "dana@example.com" ? "Dana Ortiz" : email);
const change = (more: Partial<HistoryChange>): HistoryChange =>
  ({
    table_name: "services",
    operation: "UPDATE",
    label: "Kitting",
    entries: 1,
    tables: 1,
    operations: { [more.operation ?? "UPDATE"]: more.entries ?? 1 },
    ...more,
  }) as HistoryChange;

test.each<[Partial<HistoryChange>, string]>([
  [{}, "Services: Kitting changed"],
  [{ operation: "DELETE" }, "Services: Kitting deleted"],
  [{ entries: 3 }, "Services: Kitting and 2 more changed"],
  [{ entries: 8, operations: { UPDATE: 4, INSERT: 4 } }, "Services: 4 added, 4 changed"],
  [
    { entries: 1200, tables: 3, operations: { DELETE: 1, UPDATE: 1199 } },
    "1,200 items: 1,199 changed, 1 deleted",
  ],
  [{ entries: 2, tables: 2 }, "2 items changed"],
  [{ actor: "server", operation: "INSERT", entries: 431 }, "Initial content added"],
  [
    { actor: "server", operation: "INSERT", entries: 4, table_name: "site_settings" },
    "Settings: Kitting and 3 more added",
  ],
  [
    { table_name: "site_content", page: "home", label: "hero / primary_button_text" },
    "Texts: Home › Hero › Primary button text changed",
  ],
  [
    { table_name: "site_settings", page: null, label: "accent_color" },
    "Settings: Accent color changed",
  ],
  [{ table_name: "announcements", label: null }, "Announcements: Untitled changed"],
  [{ table_name: "contact_submissions", label: null }, "Leads: status changed"],
  [
    { table_name: "admins", label: "dana@example.com", operation: "DELETE" },
    "Admin rights: removed from Dana Ortiz",
  ],
  [{ table_name: "staff", label: "dana@example.com" }, "Roles: changed for Dana Ortiz"],
  [
    { table_name: "staff", label: "dana@example.com", operation: "DELETE", promoted: true },
    "Admin rights: given to Dana Ortiz",
  ],
])("a change in one line: %j", (more, title) => {
  expect(changeTitle(change(more), lists, nameOf)).toBe(title);
});

test.each<[Record<string, number>, string]>([
  [{ DELETE: 2 }, "Restore"],
  [{ DELETE: 2, UPDATE: 1 }, "Undo"],
  [{ INSERT: 1 }, "Undo"],
])("%j is undone or restored", (operations, verb) => {
  expect(verbFor(change({ operation: "DELETE", operations }))).toBe(verb);
});

test("names the person or program that made a change", () => {
  expect(actorName("person", "dana@example.com", nameOf)).toBe("Dana Ortiz");
  expect(actorName("person", "mia@example.com", nameOf)).toBe("mia@example.com");
  expect(actorName("person", null, nameOf)).toBe("A deleted account");
  expect(actorName("command line", null, nameOf)).toBe("The command line");
});

test.each<[string, Partial<HistoryChange>, boolean]>([
  ["an item's change", {}, true],
  ["what a person added", { actor: "person", operation: "INSERT" }, true],
  ["what the site began with", { actor: "server", operation: "INSERT" }, false],
  ["what an upgrade changed", { actor: "server" }, true],
  ["rights", { table_name: "admins" }, false],
  ["a role", { table_name: "staff" }, false],
  ["an added file", { table_name: "media_library", operation: "INSERT" }, false],
  ["a deleted file", { table_name: "media_library", operation: "DELETE" }, true],
  ["a submission", { table_name: "contact_submissions" }, false],
])("%s can be undone from here: %j, %s", (_, more, restorable) => {
  expect(isRestorable(change(more))).toBe(restorable);
});

test.each([
  [null, ""],
  [true, "Yes"],
  [3, "3"],
  [["a"], '["a"]'],
  ["2026-11-27T16:00:00+00:00", "Nov 27, 2026, 8:00 AM PST"],
  ["2026-11-27T16:00:00.123Z", "Nov 27, 2026, 8:00 AM PST"],
  ["Open from 2026-11-27T16:00:00Z", "Open from 2026-11-27T16:00:00Z"],
])("%j as text", (value, text) => {
  expect(valueText(value)).toBe(text);
});

test.each([
  ["status", "responded", "Responded"],
  ["setting_value", "true", "Enabled"],
  ["setting_value", "false", "Disabled"],
  ["setting_value", "14:00", "2:00 PM"],
  [
    "setting_value",
    "Mo 08:00-12:00,13:30-24:00; Su 09:00-17:00",
    "Mo 8:00 AM-12:00 PM,1:30 PM-12:00 AM; Su 9:00 AM-5:00 PM",
  ],
  ["setting_value", "Orders in by 14:00", "Orders in by 14:00"],
  ["charged_per", "further item", "Additional item"],
  ["charged_per", "order", "Order"],
  ["question", "true", "true"],
])("a code in %s, %s, as people read it", (column, value, label) => {
  expect(valueText(value, column)).toBe(label);
});

test("shows a file's size with its unit", () => {
  expect(valueText(1536, "file_size")).toBe("1.5 KB");
});

test("shows amounts of money with cents", () => {
  expect([valueText(0.8, "low"), valueText(4, "high"), valueText(null, "low")]).toEqual([
    ...["0.80", "4.00", ""],
  ]);
});

test("names and orders fields as their form does, with others last", () => {
  const stored = ["id", "is_active", "low", "rate", "other_thing", "updated_at", "service_name"];
  const columns = columnsOf(stored, labels);
  expect(columns).toEqual(["service_name", "rate", "low", "is_active", "other_thing"]);
  expect(columns.map((column) => columnName(column, labels))).toEqual([
    ...["Service name", "Rate", "From", "Active", "Other thing"],
  ]);
  expect(written([...columns, "content_value"], labels)).toEqual([
    ...["service_name", "rate", "low", "is_active", "content_value"],
  ]);
});

test("names a setting as its form does", () => {
  const row = { table_name: "site_settings", page: null, label: "free_storage_orders" };
  expect(rowName(row, { free_storage_orders: "Free storage at (orders per month)" })).toBe(
    "Free storage at (orders per month)",
  );
  expect(rowName(row)).toBe("Free storage orders");
});

test("marks a name that the database cut", () => {
  const named = (label: string) => rowName({ table_name: "media_library", page: null, label });
  expect(named("x".repeat(199))).not.toContain("…");
  expect(named("x".repeat(200))).toMatch(/x…$/);
});
