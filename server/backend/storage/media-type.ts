import { bareType } from "#contract/bare-type.ts";
import { HttpError } from "#server/backend/http-error.ts";

/** How many of a file's first bytes are needed to detect its type. */
export const SNIFF_BYTES = 4100;

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const DOCUMENTS = new Set(["application/pdf", "application/msword", DOCX]);

/**
 * Detects a file's type from its content. The name only tells Word files from other archives of the
 * same format, and those are never shown inline.
 * @param start the first SNIFF_BYTES of the file, or all of it
 * @throws HttpError 415 for anything that is not an image, video, audio, PDF or Word file
 */
export async function mediaType(start: Uint8Array, name: string): Promise<string> {
  // Loaded with the first upload, so that the server starts faster.
  const { fileTypeFromBuffer } = await import("file-type");
  const found = bareType((await fileTypeFromBuffer(start))?.mime ?? "");
  const type = isSvg(start) ? "image/svg+xml" : found;
  if (type === "application/zip" && name.toLowerCase().endsWith(".docx")) return DOCX;
  if (type === "application/x-cfb" && name.toLowerCase().endsWith(".doc"))
    return "application/msword";
  if (/^(image|video|audio)\//.test(type) || DOCUMENTS.has(type)) return type;
  throw new HttpError(
    415,
    "unsupported_type",
    "This type of file can't be uploaded. Choose an image, video, audio file, PDF or Word document.",
  );
}

/** XML whose first element is svg. HTML that merely contains an svg doesn't count. */
function isSvg(start: Uint8Array): boolean {
  const text = new TextDecoder().decode(start).replace(/^\uFEFF/, "");
  return /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!DOCTYPE\s+svg[^>[]*(\[[^\]]*\])?\s*>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/i.test(
    text,
  );
}

/** Types that browsers show inline without running any code; others are offered as a download. */
export const isInline = (type: string) =>
  type !== "image/svg+xml" && (/^(image|video|audio)\//.test(type) || type === "application/pdf");
