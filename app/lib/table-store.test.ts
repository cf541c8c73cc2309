import { expect, test } from "vitest";
import { containsFilter } from "#app/lib/table-store.ts";

test.each([
  ["boxes", 'question.imatch."boxes",answer.imatch."boxes"'],
  ["$2 (or 50%)", 'question.imatch."[$]2 [(]or 50%[)]",answer.imatch."[$]2 [(]or 50%[)]"'],
  ['say "hi"', 'question.imatch."say .hi.",answer.imatch."say .hi."'],
  ["a,b)", 'question.imatch."a,b[)]",answer.imatch."a,b[)]"'],
])("a search for %s is looked up as it is", (text, filter) => {
  expect(containsFilter(["question", "answer"], text)).toBe(filter);
});
