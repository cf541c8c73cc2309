import { createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { contentOf } from "#contract/pictures/content.ts";
import { cleanPicture, whyTooLarge, whyUnusable } from "#contract/pictures/index.ts";
import { PictureError, type Source } from "#contract/pictures/source.ts";
import { HttpError } from "#server/backend/http-error.ts";
import { variantsFolder } from "./images.ts";

/**
 * The temporary file of an image until it is clean. It is removed with its version, or after an hour if a
 * killed process left it (remove-files.ts).
 */
export const uncleanFile = (cache: string, version: string) =>
  join(variantsFolder(cache, version), "upload.original");

/**
 * Removes EXIF and other metadata from an image before passing it on. It uses a temporary file, so memory use
 * doesn't depend on the image's size.
 * @param temporary the path of that file
 * @param then receives the clean content, and whether anything was removed
 * @throws HttpError 415 or 422 when it can't be cleaned, or is too large to be resized
 */
export async function cleanInto<T>(
  content: Readable,
  temporary: string,
  then: (clean: Readable, changed: boolean) => Promise<T>,
  { bounded = true } = {},
): Promise<T> {
  await mkdir(dirname(temporary), { recursive: true });
  try {
    await pipeline(content, createWriteStream(temporary, { mode: 0o600 }));
    const handle = await open(temporary);
    try {
      const source = await sourceOf(handle);
      const { pieces, ...size } = await cleanPicture(source).catch(inWords);
      const tooLarge = bounded && whyTooLarge(size);
      if (tooLarge) throw new HttpError(422, "too_many_pixels", tooLarge);
      const [first] = pieces.list;
      const whole = first && "from" in first && first.to - first.from === source.size;
      return await then(Readable.from(contentOf(pieces, source), { objectMode: false }), !whole);
    } finally {
      await handle.close();
    }
  } finally {
    await rm(temporary, { force: true });
  }
}

async function sourceOf(handle: FileHandle): Promise<Source> {
  const { size } = await handle.stat();
  return {
    size,
    async read(from, length) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    },
  };
}

function inWords(error: unknown): never {
  if (!(error instanceof PictureError)) throw error;
  const { problem } = error;
  const status = problem === "damaged" ? 422 : 415;
  throw new HttpError(status, `${problem}_picture`, whyUnusable(problem), {}, error);
}
