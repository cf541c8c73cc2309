import { expect, test } from "vitest";
import { contact } from "#app/content/pages/contact.ts";
import { home } from "#app/content/pages/home.ts";
import { whenBlank } from "./content-field.tsx";

test.each([
  [home.hero, "subtitle", "Visitors see no subtitle here."],
  [home.hero, "primary_button", "Visitors see no primary button here."],
  [home.features, "card_1_title", "Visitors see no card 1 at all."],
  [home.features, "card_1_description", "Visitors see no card 1 description here."],
  [contact.onboarding_call, "calendly_url", "Visitors see no calendar here."],
  [undefined, "sign", "Visitors see no sign here."],
])("what a blank text means", (section, key, words) => {
  expect(whenBlank(section, key)).toBe(words);
});
