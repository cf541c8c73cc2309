import { reason } from "./reasons.ts";

const failed = (what: string) => (cause: unknown) => `Failed to ${what}: ${reason(cause)}`;

/** What the screen of unmatched emails says, loaded with it. */
export const INBOUND_MESSAGES = {
  load: failed("load emails"),
  open: failed("load the email"),
  state: failed("load the mailbox status"),
  search: failed("search leads"),
  attach: failed("attach the email"),
  attached: (lead: string) => `Email attached to ${lead}`,
  create: failed("create the lead"),
  created: "Lead created",
  dismiss: failed("dismiss the email"),
  dismissed: "Email dismissed",
  restore: failed("restore the email"),
  restored: "Email restored",
};
