import { expect, test } from "vitest";
import { tables } from "#tests/tables/index.ts";
import { ruleInWords } from "./constraints.ts";

test.each([
  ["question_required", "Question is required"],
  ["name_at_least_2_characters", "Name needs at least 2 characters"],
  ["display_order_not_negative", "Display order can't be negative"],
  ["platforms_at_most_20", "Platforms can have at most 20 entries"],
  ["name_on_one_line", "Name must be on one line"],
  ["photo_url_has_no_password", "Photo URL can't contain a user name or password"],
  ["link_url_is_a_web_address_or_a_path", "Enter a web address, or a path like /contact"],
  [
    "photo_url_is_a_web_address_or_a_path",
    "Photo URL must be a web address, or a path like /contact",
  ],
  ["low_and_high_come_together", "Enter both From and To"],
  ["email_is_an_address", "Email isn't valid"],
  ["something_new", "A value isn't allowed"],
])("says %s as %s", (rule, words) => {
  expect(ruleInWords(rule)).toBe(words);
});

test("has a sentence for every rule of the tables that staff and visitors write", () => {
  const rules = Object.values(tables).flatMap(({ refuses = [] }) => refuses.map(([rule]) => rule));
  expect(rules.length).toBeGreaterThan(50);
  expect(rules.filter((rule) => ruleInWords(rule) === "A value isn't allowed")).toEqual([]);
});
