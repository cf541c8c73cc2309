import { failedTo } from "#app/lib/errors/reasons.ts";

/** What the System screen says, loaded with it. */
export const SYSTEM_MESSAGES = {
  load: failedTo("load system status"),
  deliverability: failedTo("look up your email records"),
  backupFailed: "The backup didn't start",
  fetchFailed: "The backup can't be downloaded",
  mailed: (email: string) => `Test email sent to ${email}`,
  mailFailed: "The test email wasn't sent",
  backFailed: failedTo("send the test email"),
  notBack:
    "The test email hasn't arrived after two minutes. Check whether email reaches the mailbox.",
  backWithoutResults:
    "The test email is back, but the mailbox didn't check SPF, DKIM or DMARC. Send one to another mailbox, and paste its headers.",
  keysMade: "New keys are in use. Everyone is signed out, including you.",
  keysFailed: "Failed to create new keys",
};
