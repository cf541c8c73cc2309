import { expect, test } from "vitest";
import { personName, sentence } from "./words.ts";

const labels = { delete_spam: "Delete spam after 30 days" };

test.each([
  ["sign_in", null, null, "Signed in"],
  ["sign_in", null, "100 sign-ins this hour", "Signed in (100 sign-ins this hour)"],
  ["sign_in_failed", "ana@x.example", null, "Failed to sign in as ana@x.example"],
  [
    "sign_in_failed",
    "ana@x.example",
    "10 failed attempts this hour",
    "Failed to sign in as ana@x.example (10 failed attempts this hour)",
  ],
  ["password_changed", null, null, "Changed their password"],
  ["password_reset", "ana@x.example", null, "Reset the password of ana@x.example"],
  ["second_factor_added", null, "Pixel 9", "Added an authenticator app (Pixel 9)"],
  ["second_factor_removed", null, null, "Removed an authenticator app"],
  ["second_factor_reset", "ana@x.example", null, "Reset two-step verification for ana@x.example"],
  ["second_factor_rules_changed", null, null, "Changed who needs two-step verification"],
  ["publishing_rules_changed", null, "Editor", "Changed who needs approval to publish (Editor)"],
  ["recovery_codes_made", null, null, "Created new recovery codes"],
  ["recovery_code_used", null, null, "Used a recovery code"],
  ["role_given", "ana@x.example", "Editor", "Gave ana@x.example the role Editor"],
  [
    "role_changed",
    "ana@x.example",
    "from Admin to Sales",
    "Changed ana@x.example from Admin to Sales",
  ],
  ["role_removed", "ana@x.example", "Admin", "Removed ana@x.example from the team (Admin)"],
  [
    "invitation_sent",
    "ana@x.example",
    "Editor and Sales",
    "Invited ana@x.example as Editor and Sales",
  ],
  ["invitation_revoked", "ana@x.example", "Sales", "Revoked the invitation to ana@x.example"],
  ["leads_exported", null, "1214 leads", "Exported 1,214 leads"],
  ["person_exported", null, "2 leads", "Exported a person's data (2 leads)"],
  ["person_erased", null, null, "Erased a person's data"],
  ["audit_log_exported", null, "10000 rows", "Downloaded the audit log (10,000 rows)"],
  [
    "backup_downloaded",
    "20261122T110000Z",
    null,
    "Downloaded the backup from Nov 22, 2026, 3:00 AM PST",
  ],
  [
    "backup_restored",
    "2026-11-22T11:00:00.123Z",
    null,
    "Restored the backup from Nov 22, 2026, 3:00 AM PST",
  ],
  ["keys_made", null, null, "Created new keys"],
  [
    "security_setting_changed",
    "delete_spam",
    "from off to on",
    "Changed the setting “Delete spam after 30 days” from off to on",
  ],
  ["security_setting_changed", "contact_email", null, "Changed the setting “Contact email”"],
  ["webhook_saved", "Depot", "new", "Added the webhook “Depot”"],
  ["webhook_saved", "Depot", "new secret", "Created a new secret for the webhook “Depot”"],
  ["webhook_saved", "Depot", null, "Changed the webhook “Depot”"],
  ["webhook_deleted", "Depot", null, "Deleted the webhook “Depot”"],
  // From a newer version of the database.
  ["door_opened", null, null, "Door opened"],
])("%s of %j with %j is said as %j", (kind, about, detail, words) => {
  expect(sentence({ kind, actor: "dana@x.example", about, detail }, labels)).toBe(words);
});

test("someone who accepts an invitation joins the team", () => {
  const me = "ana@x.example";
  expect(sentence({ kind: "role_given", actor: me, about: me, detail: "Sales" }, labels)).toBe(
    "Joined the team as Sales",
  );
});

test("names who did it by email, or says what did it", () => {
  expect(personName("ana@x.example")).toBe("ana@x.example");
  expect(personName("server")).toBe("The server");
  expect(personName("visitor")).toBe("Someone who isn't signed in");
});
