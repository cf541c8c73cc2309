import { failedTo } from "#app/lib/errors/reasons.ts";

/** What the Webhooks screen says, loaded with it. */
export const WEBHOOK_MESSAGES = {
  load: failedTo("load webhooks"),
  log: failedTo("load the log"),
  saved: "Webhook saved",
  save: failedTo("save the webhook"),
  deleted: "Webhook deleted successfully!",
  remove: failedTo("delete the webhook"),
  rotate: failedTo("create a new secret"),
  send: failedTo("send"),
  delivered: (answer: string) => `Delivered: ${answer}`,
  notDelivered: (answer: string) => `Not delivered: ${answer}`,
  copied: "Secret copied to clipboard",
  copyFailed: "Your browser doesn't allow copying here. Select the secret and copy it.",
};
