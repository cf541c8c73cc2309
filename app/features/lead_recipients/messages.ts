import { failedTo } from "#app/lib/errors/reasons.ts";

/** What the settings for notices and digests say, loaded with them. */
export const RECIPIENT_MESSAGES = {
  load: failedTo("load the addresses"),
  save: failedTo("save the address"),
  saved: "Address saved",
  remove: failedTo("delete the address"),
  deleted: "Address deleted successfully!",
  digestLoad: failedTo("load your morning digest"),
  digestOn: "Morning digest turned on",
  digestOff: "Morning digest turned off",
  digestFailed: "Failed to change your morning digest",
  weeklyLoad: failedTo("load your weekly report"),
  weeklyOn: "Weekly report turned on",
  weeklyOff: "Weekly report turned off",
  weeklyFailed: "Failed to change your weekly report",
};
