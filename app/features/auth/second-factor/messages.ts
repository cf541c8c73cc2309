import { failedTo } from "#app/lib/errors/reasons.ts";

/** About authenticator apps, their codes, and recovery codes. */
export const SECOND_FACTOR_MESSAGES = {
  load: failedTo("load two-step verification"),
  codeMissing: "Please enter the code.",
  codeShape: "Please enter the 6 digits that your app shows.",
  wrongCode: "That code isn't right or was already used. Enter the next one from your app.",
  wrongRecoveryCode: "That recovery code isn't right or was already used.",
  unreadable:
    "This server can't check your app. Use a recovery code, or ask an admin to reset your two-step verification.",
  nameTaken: "You already have an app with this name.",
  replaced: "This app is no longer on your account. Please start again.",
  added: "Authenticator app added",
  removed: "Authenticator app removed",
  removeFailed: failedTo("remove the app"),
  codesFailed: failedTo("make recovery codes"),
  codesUnsaved: "Save the codes first, then confirm that you did.",
  noCodes: "Recovery codes aren't available here. Add a second app in case you lose your phone.",
} as const;
