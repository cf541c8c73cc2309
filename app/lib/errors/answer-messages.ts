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
