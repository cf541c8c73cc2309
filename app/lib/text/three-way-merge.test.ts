import { expect, test } from "vitest";
import { type Merged, mergeVersions } from "./three-way-merge.ts";

interface Price {
  name: string;
  rate: string;
  active: boolean;
}
const base: Price = { name: "Storage", rate: "$2.00", active: true };

test.each<
  [what: string, mine: Partial<Price>, theirs: Partial<Price>, expected: Partial<Merged<Price>>]
>([
  ["nobody changed anything", {}, {}, { merged: base }],
  ["only I changed", { name: "Shelf" }, {}, { merged: { ...base, name: "Shelf" } }],
  [
    "only they changed",
    {},
    { rate: "$3.00" },
    { merged: { ...base, rate: "$3.00" }, taken: ["rate"] },
  ],
  [
    "each changed another field",
    { name: "Shelf" },
    { rate: "$3.00" },
    { merged: { ...base, name: "Shelf", rate: "$3.00" }, taken: ["rate"] },
  ],
  [
    "both changed one field",
    { rate: "$2.50" },
    { rate: "$3.00" },
    { merged: { ...base, rate: "$2.50" }, conflicts: ["rate"] },
  ],
  [
    "both changed one field, and they another",
    { rate: "$2.50" },
    { rate: "$3.00", active: false },
    { merged: { ...base, rate: "$2.50", active: false }, conflicts: ["rate"], taken: ["active"] },
  ],
  [
    "both changed one field to the same value",
    { rate: "$3.00" },
    { rate: "$3.00" },
    { merged: { ...base, rate: "$3.00" } },
  ],
  [
    "I changed a field and put it back",
    { rate: "$2.00" },
    { rate: "$3.00" },
    { merged: { ...base, rate: "$3.00" }, taken: ["rate"] },
  ],
  [
    "they emptied what I had not touched",
    { name: "Shelf" },
    { rate: "" },
    { merged: { ...base, name: "Shelf", rate: "" }, taken: ["rate"] },
  ],
  [
    "I emptied what they changed",
    { rate: "" },
    { rate: "$3.00" },
    { merged: { ...base, rate: "" }, conflicts: ["rate"] },
  ],
])("%s", (_, mine, theirs, expected) => {
  expect(mergeVersions(base, { ...base, ...mine }, { ...base, ...theirs })).toEqual({
    conflicts: [],
    taken: [],
    ...expected,
  });
});

test("lists are compared by what is in them", () => {
  const with_ = (...tags: string[]) => ({ tags });
  expect(mergeVersions(with_("a"), with_("a"), with_("a", "b"))).toEqual({
    merged: with_("a", "b"),
    conflicts: [],
    taken: ["tags"],
  });
});
