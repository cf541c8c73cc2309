import { PASSWORD_REFUSALS } from "./passwords.ts";
import { reason } from "./reasons.ts";

const updated = (what: string) => `${what} updated successfully!`;
const deleted = (what: string) => `${what} deleted successfully!`;
const failed = (what: string) => (cause: unknown) => `Failed to ${what}: ${reason(cause)}`;

/**
 * Every message that the product shows about success and failure, once (rule X-1); those of a list stand
 * in its own declaration (features/<table>/index.ts).
 */
export const MESSAGES = {
  contact: {
    unavailable:
      "Email service is currently unavailable. Please try again later or contact us directly.",
    insertFailed: (cause: unknown) => `Something went wrong: ${reason(cause)}. Please try again.`,
    mailFailed: (cause: unknown) =>
      `Your message was saved but email failed: ${reason(cause)}. We'll still get your message!`,
    sent: "Thank you for your message! We'll get back to you soon.",
  },
  auth: {
    missing: "Please fill in all fields",
    signInFailed: "Failed to sign in",
    signedIn: "Successfully signed in!",
    alreadyRegistered: "User already exists. Please sign in instead.",
    signUpFailed: "Failed to sign up",
    signedUp: "Account created successfully! Please check your email to confirm.",
    mailed: (email: string) =>
      `We sent a message to ${email}. Open the link in it to confirm your account and choose its password.`,
    // The same words whoever asks about whichever address: who has an account is nobody's business.
    resetMailed: (email: string) =>
      `If ${email} belongs to an account, we sent it a message: the link in it lets you choose a new password.`,
    confirmationMailed: (email: string) =>
      `If ${email} belongs to an account that waits to be confirmed, we sent it a message: the link in it does that.`,
    waits: "Your account waits for an admin.",
    signOutFailed: "Failed to sign out",
    signedOut: "Successfully signed out",
    signedOutHere: "You are signed out in this browser",
    adminCheck: "Error checking admin status:",
  },
  content: {
    load: failed("load content"),
    save: failed("update content"),
    saved: updated("Content"),
  },
  order: {
    changed: "Order changed",
    restored: "Order restored",
    failed: "Failed to change the order",
  },
  waiting: { saved: "The text that waited is saved now" },
  /** services, pricing and FAQs: what visitors get then (rule L-2) */
  noneActive: "No active items: visitors see the built-in defaults.",
  media: {
    load: failed("load media files"),
    uploaded: "File uploaded successfully!",
    uploadFailed: "Upload failed",
    deleted: deleted("File"),
    deleteFailed: "Delete failed",
    updated: updated("Media"),
    updateFailed: "Update failed",
    copied: "URL copied to clipboard!",
    copyFailed: "The browser does not allow copying here. This is the URL:",
  },
  settings: {
    load: failed("load settings"),
    save: failed("update setting"),
    saved: updated("Setting"),
    restored: "Setting restored",
  },
  recipients: {
    load: failed("load the addresses"),
    save: failed("save the address"),
    saved: "Address saved",
    remove: failed("delete the address"),
    deleted: deleted("Address"),
    digestLoad: failed("load your digest"),
    digestOn: "You get the digest from the next work day on",
    digestOff: "You get no digest any more",
    digestFailed: "Failed to change your digest",
  },
  submissions: {
    load: () => "Failed to load contact submissions",
    statusUpdated: "Status updated successfully",
    statusFailed: "Failed to update status",
    deleted: "Submission deleted successfully",
    deletedSeveral: (rows: string) => `${rows} deleted`,
    deletedForGood: (rows: string) => `${rows} deleted for good`,
    deleteFailed: "Failed to delete submission",
    restored: (rows: string) => `${rows} restored`,
    restoreFailed: "Failed to restore submission",
    changed: (rows: string) => `${rows} updated`,
    mailSent: "Team notified",
    mailFailed: "Failed to notify the team",
    mailLater: "It will be tried again by itself",
    notSpam: "Marked as not spam",
    spam: "Marked as likely spam",
    markFailed: "Failed to update submission",
    exported: (rows: string) => `${rows} exported`,
    exportFailed: "Failed to export submissions",
    story: () => "Failed to load the story",
    mailed: "Mark as Contacted?",
  },
  history: {
    load: failed("load the history"),
    look: failed("find out what would change"),
    restore: failed("restore"),
    restored: "Restored",
  },
  sets: {
    unsaved: "Save or discard what you typed first",
    waits: (name: string) => `In ${name}. Visitors don't see it yet.`,
    create: failed("start the set"),
    review: failed("load the review"),
    change: failed("change the set"),
    discarded: (name: string) => `${name} was discarded`,
    schedule: failed("set the time"),
    scheduled: (time: string) => `It goes live on ${time}`,
    ends: (time: string) => `It ends on ${time}`,
    unscheduled: "The time was taken away",
    publish: failed("publish"),
    published: (name: string) => `${name} is live now`,
    links: failed("load the links"),
    makeLink: failed("make a link"),
    revokeLink: failed("revoke the link"),
    linkRevoked: "The link opens nothing any more",
  },
  preview: { load: failed("show the preview") },
  dashboard: { load: failed("load the figures") },
  find: { load: failed("search") },
  notes: {
    load: () => "Failed to load notes",
    added: "Note added",
    addFailed: "Failed to add note",
    deleted: "Note deleted",
    deleteFailed: "Failed to delete note",
  },
  users: {
    load: () => "Failed to fetch users",
    resetFailed: "Failed to reset password",
    noSession: "No session",
    resetTitle: "Password Reset",
    reset: "User password has been updated successfully.",
    errorTitle: "Error",
    ...PASSWORD_REFUSALS,
    invited: (email: string) => `Invitation sent to ${email}`,
    inviteFailed: "Failed to send the invitation",
    revoked: (email: string) => `The invitation of ${email} is void`,
    revokeFailed: "Failed to revoke the invitation",
    invitationGone: "This invitation is no longer open: ask for another one",
    unmade: (email: string) => `${email} is no longer an admin`,
    roleFailed: "Failed to change admin rights",
    confirmationSent: (email: string) => `Confirmation email sent to ${email}`,
    confirmationFailed: "Failed to send the confirmation email",
  },
} as const;
