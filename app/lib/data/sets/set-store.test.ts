import { expect, test } from "vitest";
import { asked } from "./set-store.ts";

const OPTIONS = {
  search: ["question", "answer"],
  order: [
    ["display_order", "asc"],
    ["id", "asc"],
  ],
  sorts: { newest: [["created_at", "desc"]] },
} as const;
const row = (id: string, display_order: number | null, more: object = {}) => ({
  ...{ id, display_order, updated_at: "2026-11-05", question: "", answer: null },
  ...more,
});
const rows = [
  row("c", 2, { question: "Do you ship (kayaks)?", created_at: "2026-01-03", is_active: true }),
  row("b", 1, { answer: "Kayaks, yes.", created_at: "2026-01-01", is_active: false }),
  row("d", null, { created_at: "2026-01-02", is_active: true }),
  row("a", 1, { created_at: null, is_active: true }),
];
const found = (params: { q?: string; filters?: Record<string, string>; sort?: string }) =>
  asked(rows, { q: "", ...params }, OPTIONS)
    .map(({ id }) => id)
    .join("");

test("rows of a set are searched, narrowed and put in order as the database does it", () => {
  expect(found({})).toBe("abcd");
  expect(found({ sort: "newest" })).toBe("acdb");
  expect(found({ sort: "unknown" })).toBe("abcd");
  expect(found({ q: " KAYAKS" })).toBe("bc");
  expect(found({ q: "(kay" })).toBe("c");
  expect(found({ filters: { is_active: "true", other: "" } })).toBe("acd");
});
