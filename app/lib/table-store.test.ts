import { expect, test } from "vitest";
import { containsFilter } from "#app/lib/table-store.ts";

test.each([
  ["boxes", 'question.ilike."%boxes%",answer.ilike."%boxes%"'],
  ["50%", 'question.ilike."%50\\\\%%",answer.ilike."%50\\\\%%"'],
  ['say "hi"', 'question.ilike."%say \\"hi\\"%",answer.ilike."%say \\"hi\\"%"'],
  ["a,b)", 'question.ilike."%a,b)%",answer.ilike."%a,b)%"'],
])("a search for %s is looked up as it is", (text, filter) => {
  expect(containsFilter(["question", "answer"], text)).toBe(filter);
});
