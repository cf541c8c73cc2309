import { failedTo } from "#app/lib/errors/reasons.ts";

/** What the Users screen says, loaded with it. */
export const USER_MESSAGES = {
  load: () => "Failed to fetch users",
  resetFailed: "Failed to reset password",
  resetTitle: "Password Reset",
  reset: "User password has been updated successfully.",
  errorTitle: "Error",
  invited: (email: string) => `Invitation sent to ${email}`,
  invitedAgain: (email: string) => `Invitation sent to ${email}. It replaces the earlier one.`,
  inviteFailed: "Failed to send the invitation",
  revoked: (email: string) => `Invitation to ${email} revoked`,
  revokeFailed: "Failed to revoke the invitation",
  leftOpen: failedTo("load what this person set up"),
  removed: (who: string) => `${who} was removed from the team`,
  removeFailed: "Failed to remove this person",
  roleChanged: (who: string, role: string) => `${who} is now ${role}`,
  roleFailed: "Failed to change the role",
  factorReset: (who: string) => `Two-step verification was reset for ${who}`,
  factorResetFailed: "Failed to reset two-step verification",
  rulesLoad: failedTo("load who needs two-step verification"),
  rulesSaved: "Rules for two-step verification saved",
  rulesFailed: "Failed to save the rules",
  publishingLoad: failedTo("load publishing rules"),
  publishingSaved: "Publishing rules saved",
  confirmationSent: (email: string) => `Confirmation email sent to ${email}`,
  confirmationFailed: "Failed to send the confirmation email",
};
