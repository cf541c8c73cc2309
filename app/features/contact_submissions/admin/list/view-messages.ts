import { failedTo } from "#app/lib/errors/reasons.ts";

/** What saved views say. */
export const VIEW_MESSAGES = {
  load: failedTo("load your saved views"),
  saved: "View saved",
  deleted: "View deleted successfully!",
  restored: "View restored",
  save: failedTo("save the view"),
};
