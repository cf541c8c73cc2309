import { LINK } from "../../../contract/addresses.ts";
import type { ServerContext } from "../../../contract/render-context.ts";
import { readOr } from "./read.ts";

/** Where visitors find the media library's files. */
export const MEDIA = "/storage/v1/object/public/media/";
/** Enough bytes of a file to read its dimensions. */
const HEAD_BYTES = 64 * 1024;

/** An image as a page shows it. */
export interface PictureSource {
  src: string;
  /** only for files of our media library: the dimensions in pixels, and where the resized copies are */
  own?: { width: number; height: number; copies: string };
}

/**
 * Reads what a page needs to show an image that staff chose by URL. Our own library's files can be
 * resized; any other URL, and one that can't be read, is shown unchanged.
 */
export async function readPicture(
  server: Pick<
    ServerContext,
    "siteUrl" | "browserConfig" | "fetchBackend" | "deadline" | "degrade" | "log"
  >,
  src: string,
): Promise<PictureSource> {
  const path = pathOf(server, src);
  // A hosted backend resizes images only on some plans, so show the file itself.
  if (server.browserConfig.supabaseUrl || !path.startsWith(MEDIA)) return { src };
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

/** The path of an address on this site or on its backend; another site's address is returned as it is. */
export function pathOf(
  { siteUrl, browserConfig }: Pick<ServerContext, "siteUrl" | "browserConfig">,
  address: string,
): string {
  const own = [siteUrl, browserConfig.supabaseUrl].find((it) => it && address.startsWith(`${it}/`));
  return own ? address.slice(own.length) : address;
}

/** The same for a picture that staff may leave out; null then, and for what is no link. */
export const readPictureIfAny = async (
  server: Parameters<typeof readPicture>[0],
  src: string | null | undefined,
): Promise<PictureSource | null> => (src && LINK.test(src) ? readPicture(server, src) : null);

/** The file's first bytes; null when there is no such file. Throws when the backend fails. */
async function readHead({ fetchBackend }: Pick<ServerContext, "fetchBackend">, path: string) {
  const answer = await fetchBackend(path, { headers: { range: `bytes=0-${HEAD_BYTES - 1}` } });
  if (answer.status >= 500) throw new Error(`The file answers ${answer.status}.`);
  const bytes = await answer.arrayBuffer();
  return answer.ok ? Buffer.from(bytes) : null;
}
