import { failedTo } from "./reasons.ts";

/** What the media library and the image pickers say. */
export const MEDIA_MESSAGES = {
  load: failedTo("load media files"),
  uploaded: "File uploaded successfully!",
  uploadFailed: "Upload failed",
  deleted: "File deleted successfully!",
  deleteFailed: "Delete failed",
  permanentlyDeleted: "File permanently deleted",
  updated: "Media updated successfully!",
  updateFailed: "Update failed",
  copied: "URL copied to clipboard!",
  cleaned: "Location and camera details are removed from photos.",
  copyFailed: "Your browser doesn't allow copying here. This is the URL:",
};
