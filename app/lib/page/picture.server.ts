import type { ServerContext } from "../../../contract/render-context.ts";
import { readOr } from "./read.ts";

const PUBLIC = "/storage/v1/object/public/media/";
/** Enough of a file to read its size in pixels from. */
const HEAD_BYTES = 64 * 1024;

/** An image as a page shows it. */
export interface PictureSource {
  src: string;
  /** given for a file of our own media library: its size in pixels, and where its resized copies are */
  own?: { width: number; height: number; copies: string };
}

/**
 * What a page needs to know of an image that staff chose by its address. Files of our own library can
 * be resized; any other address, and one that cannot be read, is shown as it is.
 */
export async function readPicture(
  server: Pick<
    ServerContext,
    "siteUrl" | "browserConfig" | "fetchBackend" | "deadline" | "degrade" | "log"
  >,
  src: string,
): Promise<PictureSource> {
  const path = src.startsWith(server.siteUrl) ? src.slice(server.siteUrl.length) : src;
  // A hosted backend resizes only in some of its plans: there the file itself is shown.
  if (server.browserConfig.supabaseUrl || !path.startsWith(PUBLIC)) return { src };
  const head = await readOr(server, "an image could not be read", readHead(server, path), null);
  if (!head) return { src };
  try {
    const { default: sharp } = await import("sharp");
    const { autoOrient } = await sharp(head).metadata();
    const { width, height } = autoOrient;
    return {
      src: path,
      own: { width, height, copies: path.replace("/object/", "/render/image/") },
    };
  } catch (cause) {
    server.log("warn", { err: cause, src }, "the size of an image could not be read");
    return { src };
  }
}

/** The file's first bytes; nothing when there is no such file. Throws when the backend fails. */
async function readHead({ fetchBackend }: Pick<ServerContext, "fetchBackend">, path: string) {
  const answer = await fetchBackend(path, { headers: { range: `bytes=0-${HEAD_BYTES - 1}` } });
  if (answer.status >= 500) throw new Error(`The file answers ${answer.status}.`);
  const bytes = await answer.arrayBuffer();
  return answer.ok ? Buffer.from(bytes) : null;
}
