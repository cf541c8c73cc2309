import { PASSWORD_REFUSALS } from "./passwords.ts";
import { failedTo } from "./reasons.ts";

/**
 * Every success and failure message of the product, once (rule X-1). A list's messages are in its own
 * declaration (features/<table>/index.ts). Those of a few screens are in other files, here or in the feature, so that
 * the first screen doesn't load them.
 */
export const MESSAGES = {
  auth: {
    missing: "Please fill in all fields",
    signInFailed: "Failed to sign in",
    signedIn: "Successfully signed in!",
    alreadyRegistered: "User already exists. Please sign in instead.",
    signUpFailed: "Failed to sign up",
    signedUp: "Account created successfully! Please check your email to confirm.",
    mailed: (email: string) =>
      `We sent an email to ${email}. If the address is new here, open the link to confirm your account. If it already has an account, the email explains how to sign in.`,
    // The same text for every address, so that nobody learns who has an account.
    resetMailed: (email: string) =>
      `If ${email} belongs to an account, we sent an email with a link to choose a new password.`,
    confirmationMailed: (email: string) =>
      `If ${email} belongs to an unconfirmed account, we sent an email with a link to confirm it.`,
    waits: "Your account is waiting for an admin.",
    removed: "Your access was removed.",
    signOutFailed: "Failed to sign out",
    signedOut: "Successfully signed out",
    signedOutHere: "You're signed out in this browser",
    adminCheck: "Error checking admin status:",
  },
  content: {
    load: failedTo("load content"),
    save: failedTo("update content"),
    saved: "Content updated successfully!",
  },
  order: {
    changed: "Order changed",
    restored: "Order restored",
    failed: "Failed to change the order",
  },
  /** bulk actions: "5 FAQs", "3 of 5 FAQs" */
  many: {
    deleted: (items: string) => `${items} deleted`,
    permanentlyDeleted: (items: string) => `${items} permanently deleted`,
    deleteFailed: (items: string) => `Failed to delete ${items}`,
    hidden: (items: string) => `${items} hidden`,
    shown: (items: string) => `${items} shown`,
    updateFailed: (items: string) => `Failed to update ${items}`,
    restored: (items: string) => `${items} restored`,
    restoreFailed: (items: string) => `Failed to restore ${items}`,
  },
  waiting: {
    saved: "Your unsaved text is saved now",
    unsaved: "Save or discard your changes first",
    inSet: (name: string) => `Saved to ${name}. Not visible to visitors yet.`,
  },
  nameTooLong: (most: number) => `Name can have at most ${most} characters`,
  /** services, pricing and FAQs: the fallback that visitors see (rule L-2) */
  noneActive: "No active items: visitors see the built-in defaults.",
  onboarding: {
    load: failedTo("check for demo content"),
    say: failedTo("save your choice"),
    takeBack: failedTo("undo that"),
  },
  submissions: {
    load: () => "Failed to load contact submissions",
    statusUpdated: "Status updated successfully",
    statusFailed: "Failed to update status",
    deleted: "Submission deleted successfully",
    deletedSeveral: (rows: string) => `${rows} deleted`,
    permanentlyDeleted: (rows: string) => `${rows} permanently deleted`,
    deleteFailed: "Failed to delete submission",
    restored: (rows: string) => `${rows} restored`,
    restoreFailed: "Failed to restore lead",
    changed: (rows: string) => `${rows} updated`,
    joined: "Messages joined",
    separated: "Messages separated",
    undone: (rows: string) => `${rows} reverted`,
    changedSince: (rows: string) => `Edited since then, so left unchanged: ${rows}`,
    undoFailed: "Failed to undo that",
    mailSent: "Team notified",
    mailFailed: "Failed to notify the team",
    mailLater: "We'll retry automatically",
    notSpam: "Marked as not spam",
    spam: "Marked as spam",
    markFailed: "Failed to update lead",
    exported: (rows: string) => `${rows} exported`,
    exportFailed: "Failed to export leads",
    mailed: "Mark as Contacted?",
    followUpPast: "Choose today or a later date",
  },
  email: {
    saved: (what: string) =>
      `Email isn't set up, so ${what} wasn't sent. It was saved on the server.`,
  },
  history: {
    load: failedTo("load the history"),
    look: failedTo("load the changes"),
    restore: failedTo("restore"),
    restored: "Restored",
    undo: failedTo("undo that"),
    undone: "Undone",
  },
  preview: { load: failedTo("show the preview") },
  dashboard: { load: failedTo("load the stats") },
  find: { load: failedTo("search") },
  copy: {
    done: (what: string) => `${what} copied`,
    failed: "Your browser doesn't allow copying here. Select the text and copy it.",
  },
  users: {
    ...PASSWORD_REFUSALS,
    noSession: "No session",
    invitationGone: "This invitation is no longer valid. Ask for a new one.",
  },
} as const;
