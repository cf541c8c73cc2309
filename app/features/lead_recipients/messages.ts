import { reason } from "#app/lib/errors/reasons.ts";

const failed = (what: string) => (cause: unknown) => `Failed to ${what}: ${reason(cause)}`;

/** What the settings for notices and digests say, loaded with them. */
export const RECIPIENT_MESSAGES = {
  load: failed("load the addresses"),
  save: failed("save the address"),
  saved: "Address saved",
  remove: failed("delete the address"),
  deleted: "Address deleted successfully!",
  digestLoad: failed("load your morning digest"),
  digestOn: "Morning digest turned on",
  digestOff: "Morning digest turned off",
  digestFailed: "Failed to change your morning digest",
  weeklyLoad: failed("load your weekly figures"),
  weeklyOn: "Weekly figures turned on",
  weeklyOff: "Weekly figures turned off",
  weeklyFailed: "Failed to change your weekly figures",
};
