import { expect, test } from "vitest";
import { resources } from "./resources.ts";

/** What is asked before a delete, and by whom, word for word (rule L-8). */
const QUESTIONS = {
  pricing_items: ["browser", "Are you sure you want to delete this pricing item?"],
  faq_items: ["browser", "Are you sure you want to delete this FAQ?"],
  services: ["browser", "Are you sure you want to delete this service?"],
  announcements: ["browser", "Are you sure you want to delete this announcement?"],
  saved_replies: ["browser", "Are you sure you want to delete this saved reply?"],
  team_members: ["browser", "Are you sure you want to delete this person?"],
  testimonials: [
    "dialog",
    "Are you sure you want to delete this testimonial? This action cannot be undone.",
  ],
};

test("each list asks in its own words before it deletes", () => {
  const asked = resources.map(({ table, confirm }) => [
    table,
    [confirm.by ?? "browser", confirm.label],
  ]);
  expect(Object.fromEntries(asked)).toEqual(QUESTIONS);
});
