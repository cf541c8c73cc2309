import { expect, test } from "vitest";
import { sameContent } from "../safe-writes.ts";
import { containsFilter } from "../table-store.ts";

test.each([
  ["boxes", 'question.imatch."boxes",answer.imatch."boxes"'],
  ["$2 (or 50%)", 'question.imatch."[$]2 [(]or 50%[)]",answer.imatch."[$]2 [(]or 50%[)]"'],
  [
    '"a^\\.',
    'question.imatch."[[.quotation-mark.]]a[[.circumflex.]][[.backslash.]][.]",answer.imatch."[[.quotation-mark.]]a[[.circumflex.]][[.backslash.]][.]"',
  ],
  ["a,b)", 'question.imatch."a,b[)]",answer.imatch."a,b[)]"'],
])("a search for %s is looked up as it is", (text, filter) => {
  expect(containsFilter(["question", "answer"], text)).toBe(filter);
});

test("accepts a row whose version alone changed", () => {
  const seen = {
    id: "1",
    updated_at: "2026-11-05T20:00:00Z",
    title: "Returns",
    platforms: ["Etsy"],
  };
  const later = { ...seen, updated_at: "2026-11-05T20:00:01Z", platforms: ["Etsy"] };
  expect(sameContent(seen, later)).toBe(true);
  expect(sameContent(seen, { ...later, title: "Recycling" })).toBe(false);
  expect(sameContent(seen, { ...later, platforms: ["Etsy", "Amazon"] })).toBe(false);
});
