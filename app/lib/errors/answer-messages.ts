import { failedTo } from "./reasons.ts";

/** About answers by email, in an open lead. */
export const ANSWER_MESSAGES = {
  load: () => "Failed to load the conversation",
  original: failedTo("load the original email"),
  download: failedTo("download the attachment"),
  state: failedTo("check where replies go"),
  done: "No reply needed",
  removed: "Moved to Unmatched emails",
  remove: failedTo("remove the email"),
  putBack: "Email returned to this lead",
  putBackFailed: failedTo("return the email to this lead"),
} as const;

/** What the screen of unmatched emails says, loaded with it. */
export const INBOUND_MESSAGES = {
  load: failedTo("load emails"),
  open: failedTo("load the email"),
  state: failedTo("load the mailbox status"),
  search: failedTo("search leads"),
  attach: failedTo("attach the email"),
  attached: (lead: string) => `Email attached to ${lead}`,
  create: failedTo("create the lead"),
  created: "Lead created",
  dismiss: failedTo("dismiss the email"),
  dismissed: "Email dismissed",
  restore: failedTo("restore the email"),
  restored: "Email restored",
};
