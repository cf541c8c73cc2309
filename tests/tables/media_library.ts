import { randomUUID } from "node:crypto";
import { allFor, long, onlyEditorsWrite, STAFF, type TableFacts } from "./facts.ts";

const unique = () => randomUUID().replaceAll("-", "");

export const facts: TableFacts = {
  make: () => {
    const filename = `${unique()}.png`;
    return {
      filename,
      original_filename: "dock.png",
      file_path: `uploads/${filename}`,
      file_size: 3,
      mime_type: "image/png",
    };
  },
  patch: { caption: "Changed" },
  rights: { select: allFor(STAFF), ...onlyEditorsWrite },
  refuses: [
    ["filename_is_a_name", { filename: "a/b.png" }],
    ["original_filename_required", { original_filename: " " }],
    ["original_filename_at_most_255_characters", { original_filename: long(256) }],
    ["file_path_is_under_uploads", { file_path: "uploads/../secrets" }],
    ["file_size_not_negative", { file_size: -1 }],
    ["mime_type_is_allowed", { mime_type: "text/html" }],
    ["alt_text_at_most_500_characters", { alt_text: long(501) }],
    ["caption_at_most_2000_characters", { caption: long(2001) }],
  ],
  once: [["one_row_per_file", { file_path: "uploads/same.png" }]],
};
