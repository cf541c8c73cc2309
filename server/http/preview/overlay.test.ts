import { expect, test, vi } from "vitest";
import type { Part, PartAnswer } from "#server/http/pages/page-rows.ts";
import type { DraftRow } from "./drafts.ts";
import { withDraftsApplied } from "./overlay.ts";

/** What a page reads from `stored` rows with drafts applied, and what the backend was asked for. */
async function read(part: Part, stored: DraftRow[], drafts: DraftRow[]) {
  const ask = vi.fn(async (_: Part): Promise<PartAnswer> => ({ rows: stored, until: "soon" }));
  const { rows, until } = await withDraftsApplied(new Map([[part.table, drafts]]), ask)(part);
  expect(until, "what the clock changes is the database's word").toBe("soon");
  return { rows, asked: ask.mock.calls[0]?.[0] };
}

const titles: Part = { table: "services", columns: ["id", "title"] };
const a = { id: "a", title: "A", display_order: 1, created_at: "2026-01-01" };
const b = { id: "b", title: "B", display_order: 2, created_at: "2026-01-02" };

test("replaces a row with its draft, in the draft's order", async () => {
  const last = { ...a, title: "Last", display_order: 9, is_active: true };
  const { rows, asked } = await read(titles, [a, b], [last]);
  expect(rows).toEqual([
    { id: "b", title: "B" },
    { id: "a", title: "Last" },
  ]);
  // The order's columns are requested too, but not returned.
  expect(asked).toEqual({ ...titles, columns: ["id", "title", "display_order", "created_at"] });
});

test("uses the later of two drafts of a row, also when it hides the row", async () => {
  const drafts = [
    { ...a, title: "Prepared", is_active: true },
    { ...b, is_active: false },
    { ...a, title: "Typed", is_active: true },
  ];
  expect((await read(titles, [a, b], drafts)).rows).toEqual([{ id: "a", title: "Typed" }]);
});

test("puts a new row after older ones of the same order", async () => {
  const asked = { table: "services", columns: ["id", "icon_name"] };
  const { rows } = await read(asked, [a, b], [{ id: "new", title: "New", display_order: 1 }]);
  expect(rows.map(({ id }) => id)).toEqual(["a", "new", "b"]);
  expect(rows[1]?.icon_name).toBeNull();
});

test("leaves out inactive rows", async () => {
  const { rows } = await read(titles, [a, b], [{ ...a, is_active: false }]);
  expect(rows).toEqual([{ id: "b", title: "B" }]);
});

test("matches texts and settings by name, and filters them", async () => {
  const text = (page_name: string, content_key: string, content_value: string) => ({
    page_name,
    section_name: "hero",
    content_key,
    content_value,
  });
  const { rows, asked } = await read(
    {
      table: "site_content",
      columns: ["content_key", "content_value"],
      where: { page_name: "home" },
    },
    [text("home", "title", "old"), text("home", "subtitle", "kept")],
    [text("home", "title", "new"), text("services", "title", "elsewhere")],
  );
  expect(rows).toEqual([
    { content_key: "subtitle", content_value: "kept" },
    { content_key: "title", content_value: "new" },
  ]);
  expect(asked?.where).toEqual({ page_name: "home" });
  const settings = await read(
    { table: "site_settings", columns: ["setting_key", "setting_value"] },
    [{ setting_key: "ga_enabled", setting_value: "true" }],
    [{ setting_key: "ga_enabled", setting_value: "false" }],
  );
  expect(settings.rows).toEqual([{ setting_key: "ga_enabled", setting_value: "false" }]);
});

test("passes through reads without drafts, and failures", async () => {
  const answer: PartAnswer = { rows: [b], until: null };
  const ask = vi.fn(async (_: Part) => answer);
  const under = withDraftsApplied(new Map([["services", [a]]]), ask);
  const part = { table: "faq_items", columns: ["id"] };
  expect(await under(part)).toBe(answer);
  expect(ask.mock.calls).toEqual([[part]]);
  ask.mockRejectedValueOnce(new Error("ill"));
  await expect(under(titles)).rejects.toThrow("ill");
});
