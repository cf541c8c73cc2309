import { expect, test } from "vitest";
import { mergeSettings, type Settings } from "#app/content/index.ts";
import { checkSetting } from "../schema.ts";
import { privacyDraft } from "./privacy-draft.ts";

const draft = (more: Partial<Settings> = {}) => {
  const settings = { ...mergeSettings(), ...more };
  return privacyDraft((key) => settings[key]);
};

test("the draft says what this site does, and can be stored", () => {
  const text = draft();
  expect(text).toContain("Evergreen Fulfillment");
  expect(text).toContain("Write to hello@evergreen.example.com");
  expect(text).toContain("We keep messages until we delete them");
  expect(text).not.toMatch(/Google|spam/);
  expect(checkSetting("privacy_text", "textarea", text)).toEqual({ value: text });
});

test("what is switched on is in it", () => {
  expect(draft({ delete_closed_months: "6" })).toContain("6 months after our conversation");
  expect(draft({ delete_closed_months: "1" })).toContain("one month after our conversation");
  expect(draft({ delete_spam: "true" })).toContain("spam goes after 30 days");
  expect(draft({ ga_enabled: "true" })).not.toContain("Google");
  expect(draft({ ga_enabled: "true", ga_measurement_id: "G-AB12CD34EF" })).toContain("Google");
  expect(draft({ company_name: " ", contact_email: "" })).toContain("When you write to us");
});
