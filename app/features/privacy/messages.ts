import { failedTo } from "#app/lib/errors/reasons.ts";

/** About a person's data, loaded with the settings. */
export const PRIVACY_MESSAGES = {
  load: failedTo("look up this person"),
  exported: "Exported this person's data",
  exportFailed: "Failed to export this person's data",
  erased: "Data permanently erased",
  eraseFailed: "Failed to erase this person's data",
};
