import { RefusedError } from "#app/lib/errors/backend-error.ts";
import { zeros } from "#contract/pictures/content.ts";
import {
  cleanPicture,
  HEAD_BYTES,
  needsCleaning,
  whyTooLarge,
  whyUnusable,
} from "#contract/pictures/index.ts";
import { PictureError, type Source } from "#contract/pictures/source.ts";
import { declaredType } from "../files.ts";

/**
 * The file to send: a picture loses the metadata about where and how it was taken. A hosted backend
 * stores uploads as they are, so it is done here; our own server does the same on receipt.
 * @throws RefusedError with a message, if a picture can't be cleaned or is too large to resize
 */
export async function cleanFile(file: File): Promise<File> {
  const source: Source = {
    size: file.size,
    read: async (from, length) =>
      new Uint8Array(await file.slice(from, from + length).arrayBuffer()),
  };
  const type = declaredType(file);
  if (!needsCleaning(await source.read(0, HEAD_BYTES), type)) return file;
  const { pieces, ...size } = await cleanPicture(source).catch((error) => {
    throw error instanceof PictureError
      ? new RefusedError(whyUnusable(error.problem, type))
      : error;
  });
  const tooLarge = whyTooLarge(size);
  if (tooLarge) throw new RefusedError(tooLarge);
  const parts = pieces.list.flatMap((piece): BlobPart[] =>
    "zeros" in piece
      ? [...zeros(piece.zeros)]
      : "from" in piece
        ? [file.slice(piece.from, piece.to)]
        : [piece],
  );
  return new File(parts, file.name, { type: file.type });
}
