import { expect, test } from "vitest";
import { mergeSettings, type Settings } from "#app/content/index.ts";
import { checkSetting } from "../schema.ts";
import { type PrivacyFacts, privacyDraft } from "./privacy-draft.ts";

const FACTS: PrivacyFacts = {
  logged: "cut",
  hosted: false,
  webhooks: false,
  answers: false,
  calendar: false,
  backups: { scheduled: true, elsewhere: false },
};

const draft = (more: Partial<Settings> = {}, facts: Partial<PrivacyFacts> = {}) => {
  const settings = { ...mergeSettings(), ...more };
  return privacyDraft((key) => settings[key], { ...FACTS, ...facts });
};

test("describes this site, and can be stored", () => {
  const text = draft();
  expect(text).toContain("Evergreen Fulfillment");
  expect(text).toContain("Write to hello@evergreen.example.com");
  expect(text).toContain("We keep messages until we delete them");
  expect(text).toContain("We count visits ourselves");
  expect(text).not.toMatch(/Google|spam/);
  expect(checkSetting("privacy_text", "textarea", text)).toEqual({ value: text });
});

test("mentions what is switched on", () => {
  expect(draft({ delete_closed_months: "6" })).toContain("6 months after our conversation");
  expect(draft({ delete_closed_months: "1" })).toContain("one month after our conversation");
  expect(draft({ delete_spam: "true" })).toContain("Spam is deleted after 30 days");
  expect(draft({ company_name: " ", contact_email: "" })).toContain("When you write to us");
});

test("mentions each analytics tool that is enabled and has an id", () => {
  expect(draft({ ga_enabled: "true" })).not.toContain("Google");
  expect(draft({ ga_measurement_id: "G-AB12CD34EF" })).not.toContain("Google");
  expect(draft({ ga_enabled: "true", ga_measurement_id: "G-AB12CD34EF" })).toContain("Google");
  const ga = { ga_enabled: "true", ga_measurement_id: "G-AB12CD34EF" };
  expect(draft(ga)).toContain("If you allow it, this site loads Google's tools");
  expect(draft({ ...ga, consent_ask: "false" })).not.toContain("If you allow it");
  expect(draft({ gtm_enabled: "true" })).not.toContain("Google");
  expect(draft({ gtm_enabled: "true", gtm_container_id: "GTM-AB12CD3" })).toContain("Google");
});

test.each([
  ["full", "logs each request with its IP address."],
  ["cut", "without the last part. When it blocks a request, it logs the full address"],
  ["failures", "When our server fails to answer a request, or is too busy to"],
  ["none", "log contains no IP addresses"],
] as const)("a log with %s addresses is described as that", (logged, said) => {
  expect(draft({}, { logged })).toContain(said);
  const others = (["full", "cut", "failures", "none"] as const).filter((one) => one !== logged);
  for (const other of others) expect(draft({}, { logged: other })).not.toContain(said);
});

test("active webhooks and a calendar are named among those who handle data", () => {
  expect(draft({}, { webhooks: true })).toContain("also go to other software we use");
  expect(draft({}, { webhooks: false })).not.toContain("other software");
  expect(draft({}, { calendar: true })).toContain("another company's calendar");
  expect(draft({}, { calendar: false })).not.toContain("calendar");
});

test("emails are mentioned where answers are stored", () => {
  expect(draft({}, { answers: true })).toContain("your emails to us with their attachments.");
  expect(draft()).toContain("We keep our replies and notes with your message.");
});

test("backups are described by when they are made and where they are stored", () => {
  const backups = { scheduled: true, elsewhere: false };
  expect(draft({}, { backups })).toContain(
    "Backups may keep these messages for about a year longer.",
  );
  expect(draft({}, { backups })).not.toContain("storage provider");
  expect(draft({}, { backups: { ...backups, scheduled: false } })).toContain(
    "Backups may keep these messages until we delete the backups.",
  );
  expect(draft({}, { backups: { ...backups, elsewhere: true } })).toContain(
    "backups are stored with a storage provider",
  );
});

test("names Supabase's logs and backups instead of ours", () => {
  const text = draft({}, { hosted: true, backups: { scheduled: true, elsewhere: true } });
  expect(text).toContain("stored with Supabase, which keeps its own logs of requests");
  expect(text).toContain("Supabase's backups may keep these messages longer.");
  expect(text).not.toMatch(/about a year|storage provider/);
  expect(draft()).not.toContain("Supabase");
});
