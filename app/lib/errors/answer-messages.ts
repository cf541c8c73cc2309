import { reason } from "./reasons.ts";

const failed = (what: string) => (cause: unknown) => `Failed to ${what}: ${reason(cause)}`;

/** About answers by email, in an open lead. */
export const ANSWER_MESSAGES = {
  load: () => "Failed to load the conversation",
  original: failed("load the original email"),
  download: failed("download the attachment"),
  state: failed("check where answers go"),
  done: "No reply needed",
  removed: "Moved to Unmatched email",
  remove: failed("remove the email"),
  putBack: "Email returned to this lead",
  putBackFailed: failed("return the email to this lead"),
} as const;

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
