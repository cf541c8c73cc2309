import { failedTo } from "#app/lib/errors/reasons.ts";

/** About replies to leads, loaded with the inbox. */
export const REPLY_MESSAGES = {
  leaving: "Sending in 10 seconds",
  send: failedTo("send the reply"),
  takenBack: "Reply canceled",
  takeBack: failedTo("cancel the reply"),
  again: "Sending the reply again",
  sendAgain: failedTo("send the reply again"),
  discarded: "Draft discarded",
  saved: failedTo("load saved replies"),
};
