import { expect, test } from "vitest";
import { contact } from "#app/content/pages/contact.ts";
import { home } from "#app/content/pages/home.ts";
import { whenBlank } from "./content-field.tsx";

const HIDDEN = "Hidden from visitors while blank.";

test.each([
  [home.hero, "subtitle", HIDDEN],
  [home.hero, "primary_button", HIDDEN],
  [home.features, "card_1_title", "While this is blank, all of card 1 is hidden."],
  [home.features, "card_1_description", HIDDEN],
  [contact.onboarding_call, "calendly_url", "Visitors won't see a calendar here."],
  [undefined, "sign", HIDDEN],
])("what a blank text means", (section, key, words) => {
  expect(whenBlank(section, key)).toBe(words);
});
