import type { ServerContext } from "#app/lib/server-context.ts";

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
  server: Pick<ServerContext, "siteUrl" | "browserConfig" | "fetchBackend" | "log">,
  src: string,
): Promise<PictureSource> {
  const path = src.startsWith(server.siteUrl) ? src.slice(server.siteUrl.length) : src;
  // A hosted backend resizes only in some of its plans: there the file itself is shown.
  if (server.browserConfig.supabaseUrl || !path.startsWith(PUBLIC)) return { src };
  try {
    const answer = await server.fetchBackend(path, {
      headers: { range: `bytes=0-${HEAD_BYTES - 1}` },
    });
    if (!answer.ok) throw new Error(`The file answers ${answer.status}.`);
    const { default: sharp } = await import("sharp");
    const { autoOrient } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
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
