import { failedTo } from "#app/lib/errors/reasons.ts";

/** About one's own name, password and sessions. */
export const ACCOUNT_MESSAGES = {
  load: failedTo("load your sessions"),
  nameMissing: "Please enter your name.",
  nameSaved: "Name updated",
  nameFailed: "Failed to update your name",
  passwordMissing: "Please enter your current password.",
  passwordChanged: "Password changed",
  passwordChangedElsewhere: "You're signed out everywhere else.",
  passwordFailed: "Failed to change your password",
  sessionEnded: (browser: string) => `Signed out ${browser}`,
  sessionFailed: "Failed to sign out that browser",
  othersEnded: "Signed out everywhere else",
  othersFailed: "Failed to sign out everywhere else",
} as const;
