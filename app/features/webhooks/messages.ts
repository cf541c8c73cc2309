import { reason } from "#app/lib/errors/reasons.ts";

const failed = (what: string) => (cause: unknown) => `Failed to ${what}: ${reason(cause)}`;

/** What the Webhooks screen says, loaded with it. */
export const WEBHOOK_MESSAGES = {
  load: failed("load webhooks"),
  log: failed("load the log"),
  saved: "Webhook saved",
  save: failed("save the webhook"),
  deleted: "Webhook deleted successfully!",
  remove: failed("delete the webhook"),
  rotate: failed("create a new secret"),
  send: failed("send"),
  delivered: (answer: string) => `Delivered: ${answer}`,
  notDelivered: (answer: string) => `Not delivered: ${answer}`,
  copied: "Secret copied to clipboard",
  copyFailed: "Your browser doesn't allow copying here. Select the secret and copy it.",
};
