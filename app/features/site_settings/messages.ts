import { failedTo } from "#app/lib/errors/reasons.ts";

/** What Site Settings and the fields of settings elsewhere say. */
export const SETTING_MESSAGES = {
  load: failedTo("load settings"),
  save: failedTo("update setting"),
  saved: "Setting updated successfully!",
  restored: "Setting restored",
  draftFailed: "Failed to create a draft",
};
