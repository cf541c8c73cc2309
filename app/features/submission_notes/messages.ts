/** About notes on a lead, loaded with the inbox. */
export const NOTE_MESSAGES = {
  load: () => "Failed to load notes",
  added: "Note added",
  addFailed: "Failed to add note",
  deleted: "Note deleted",
  deleteFailed: "Failed to delete note",
};
