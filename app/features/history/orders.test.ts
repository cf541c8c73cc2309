import { expect, test } from "vitest";
import { splitOrders } from "./orders.ts";

const step = (label: string, from: number, to: number, more: object = {}) => ({
  table_name: "services",
  page: null,
  label,
  action: "update" as const,
  obstacle: null,
  changed_since: [],
  present: { display_order: from },
  target: { display_order: to },
  ...more,
});

test("merges steps that only reorder a list, with both orders", () => {
  const [a, b, c] = [step("A", 0, 2), step("B", 1, 0), step("C", 2, 1)];
  const other = step("Hero", 0, 1, { table_name: "faq_items" });
  expect(splitOrders([a, b, other, c])).toEqual({
    reorders: [
      { table: "services", before: ["A", "B", "C"], after: ["B", "C", "A"], steps: [a, b, c] },
    ],
    rest: [other],
  });
});

test("keeps other changes and conflicts as separate steps, in order", () => {
  const moved = step("A", 0, 1);
  const renamed = step("B", 1, 0, {
    present: { display_order: 1, title: "B" },
    target: { display_order: 0, title: "Bee" },
  });
  const conflict = step("C", 3, 2, { changed_since: ["display_order"] });
  const added = step("D", 4, 4, { action: "insert" as const });
  expect(splitOrders([moved, renamed, conflict, added])).toEqual({
    reorders: [
      { table: "services", before: ["A", "B", "C"], after: ["B", "A", "C"], steps: [moved] },
    ],
    rest: [renamed, conflict, added],
  });
});

test("has no reorder step without a new order", () => {
  const text = step("A", 0, 0, { present: { title: "A" }, target: { title: "B" } });
  expect(splitOrders([text])).toEqual({ reorders: [], rest: [text] });
});
