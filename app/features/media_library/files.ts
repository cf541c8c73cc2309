import type { MediaFile } from "#app/lib/data/database.types.ts";
import { readBrowserConfig } from "#app/lib/page/browser-config.ts";
import { formatBytes } from "#app/lib/text/formats.ts";

/** The types that the file picker offers (rule M-2). */
export const ACCEPT = "image/*,video/*,audio/*,.pdf,.doc,.docx";
export const ACCEPT_IMAGES = "image/*";

export const KINDS_IN_WORDS = "images, videos, audio, PDF and Word files";

export type Kind = "image" | "video" | "audio" | "document";

const DOCUMENTS: Record<string, string> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};
const KIND_WORDS: Record<Kind, string> = {
  image: "an image",
  video: "a video",
  audio: "an audio file",
  document: "a PDF or Word document",
};

type NamedFile = Pick<File, "name" | "type" | "size">;

const extensionOf = (name: string) => /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1] ?? "";

/** The browser's type. Browsers without Word recognize a document by its extension only. */
export function declaredType({ name, type }: Pick<File, "name" | "type">): string {
  return DOCUMENTS[extensionOf(name).toLowerCase()] ?? (type || "application/octet-stream");
}

/** The kind of file; undefined for types the library doesn't accept. */
export function kindOf(mimeType: string): Kind | undefined {
  const [top] = mimeType.split("/");
  if (top === "image" || top === "video" || top === "audio") return top;
  return Object.values(DOCUMENTS).includes(mimeType) ? "document" : undefined;
}

/**
 * Why a chosen file can't be uploaded, checked before anything is sent; undefined when it can. The
 * server checks the content itself and decides.
 * @param maxBytes the server's size limit
 * @param only a replacement must be of the same kind as the file it replaces
 */
export function whyNot(file: NamedFile, maxBytes: number, only?: Kind): string | undefined {
  const kind = kindOf(declaredType(file));
  if (!kind) return `This type of file can't be uploaded. Choose ${KINDS_IN_WORDS}.`;
  if (only && kind !== only)
    return `This is ${KIND_WORDS[kind]}. The current file is ${KIND_WORDS[only]}, so choose ${KIND_WORDS[only]}.`;
  if (file.size === 0) return "This file is empty.";
  if (file.size > maxBytes)
    return `This file is ${formatBytes(file.size)}. The limit is ${formatBytes(maxBytes)}.`;
  return undefined;
}

/** A random number and the original extension, under uploads/ (rule M-4). */
export function newPath(originalName: string): string {
  const [number] = crypto.getRandomValues(new BigUint64Array(1));
  const extension = extensionOf(originalName);
  return `uploads/${number}${extension && `.${extension}`}`;
}

const publicBase = () => `${readBrowserConfig().supabaseUrl}/storage/v1`;

/** The URL for settings and texts; no host if the site serves its own files. */
export const addressOf = ({ file_path }: Pick<MediaFile, "file_path">) =>
  `${publicBase()}/object/public/media/${file_path}`;

/** The absolute URL, to paste anywhere. */
export const urlOf = (file: Pick<MediaFile, "file_path">) =>
  new URL(addressOf(file), window.location.origin).href;

/** A URL that changes when the file is replaced, so no stale copy shows here. */
export const freshUrlOf = (file: MediaFile) =>
  `${addressOf(file)}?v=${encodeURIComponent(file.updated_at)}`;

/** A resized copy; `width` is one of contract/image-widths.ts. */
export const resizedUrlOf = (file: MediaFile, width: 160 | 320 | 640) =>
  `${publicBase()}/render/image/public/media/${file.file_path}?width=${width}&v=${encodeURIComponent(file.updated_at)}`;
