import { create as attachment } from "content-disposition";
import { HttpError } from "#server/backend/http-error.ts";
import type { ByteRange, MediaStore } from "./disk-store.ts";
import { type imageVariants, readTransform } from "./images.ts";
import { isInline } from "./media-type.ts";
import type { StoredObject } from "./objects.ts";

/**
 * Staff can replace a file at the same address, so browsers check again after an hour. The content
 * of an address with a version (`?v=...`) never changes.
 */
const CACHE = {
  plain: "public, max-age=3600, stale-while-revalidate=86400",
  versioned: "public, max-age=31536000, immutable",
};

/** Headers of every public file: no code in it may run, whatever its type turns out to be. */
function baseHeaders(url: URL, etag: string): Headers {
  return new Headers({
    etag,
    "cache-control": url.searchParams.has("v") ? CACHE.versioned : CACHE.plain,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
  });
}

/** Responds to GET and HEAD for a public file, with ranges and conditions (RFC 9110). */
export async function serveFile(request: Request, file: StoredObject, store: MediaStore) {
  const url = new URL(request.url);
  const headers = baseHeaders(url, `"${file.version}"`);
  headers.set("last-modified", file.updatedAt.toUTCString());
  headers.set("accept-ranges", "bytes");
  headers.set("content-type", file.type);
  if (!isInline(file.type) || url.searchParams.has("download"))
    headers.set("content-disposition", attachment(url.searchParams.get("download") || undefined));
  if (matches(request, headers)) return new Response(null, { status: 304, headers });

  const range = wantedRange(request, headers, file.size);
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  headers.set("content-length", String(end - start + 1));
  if (range) headers.set("content-range", `bytes ${start}-${end}/${file.size}`);
  const status = range ? 206 : 200;
  if (request.method === "HEAD" || file.size === 0) return new Response(null, { status, headers });
  return new Response(await store.read(file.version, range), { status, headers });
}

/** Responds with a resized image, or with the file itself when it is a drawing or an animation. */
export async function serveVariant(
  request: Request,
  file: StoredObject,
  store: MediaStore,
  variants: ReturnType<typeof imageVariants>,
) {
  const url = new URL(request.url);
  const accept = request.headers.get("accept") ?? "";
  const { width, format, negotiated } = readTransform(url, accept);
  if (!file.type.startsWith("image/"))
    throw new HttpError(400, "not_an_image", "This file is not an image.");
  // SVGs scale on their own, and resizing would stop a GIF's animation.
  if (/svg|gif/.test(file.type)) return serveFile(request, file, store);
  const headers = baseHeaders(url, `"${file.version}-${width}-${format}"`);
  if (negotiated) headers.set("vary", "accept");
  if (matches(request, headers)) return new Response(null, { status: 304, headers });
  const variant = await variants(file, width, format).catch(uncached);
  if (!variant) {
    // Larger than necessary, so cached only briefly.
    const whole = await serveFile(request, file, store);
    whole.headers.set("cache-control", "public, max-age=60");
    return whole;
  }
  headers.set("content-type", variant.type);
  headers.set("content-length", String(variant.size));
  if (request.method !== "HEAD") return new Response(variant.body, { headers });
  await variant.body.cancel();
  return new Response(null, { headers });
}

/** Without room for a resized copy, the original is served. */
function uncached(error: unknown): undefined {
  if (error instanceof HttpError && error.code === "no_room") return undefined;
  throw error;
}

function matches(request: Request, headers: Headers): boolean {
  const etags = request.headers.get("if-none-match");
  if (etags !== null)
    return etags
      .split(",")
      .some((tag) => ["*", headers.get("etag")].includes(tag.trim().replace(/^W\//, "")));
  const since = Date.parse(request.headers.get("if-modified-since") ?? "");
  const modified = Date.parse(headers.get("last-modified") ?? "");
  return modified <= since;
}

/**
 * The requested range. Multiple ranges, or a unit other than bytes, get the whole file.
 * @throws HttpError 416 for a range that is malformed or lies outside the file
 */
function wantedRange(request: Request, headers: Headers, size: number): ByteRange | undefined {
  const header = request.headers.get("range");
  if (!header?.startsWith("bytes=") || header.includes(",")) return undefined;
  const condition = request.headers.get("if-range");
  if (condition && ![headers.get("etag"), headers.get("last-modified")].includes(condition))
    return undefined;
  const [, first = "", last = ""] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header) ?? [];
  const range =
    first === ""
      ? { start: Math.max(0, size - Number(last)), end: size - 1 }
      : { start: Number(first), end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
  const asksForNothing = first === "" && Number(last) === 0;
  if (asksForNothing || range.start > range.end || range.start >= size)
    throw new HttpError(416, "range_not_satisfiable", "This part of the file does not exist.", {
      "content-range": `bytes */${size}`,
    });
  return range;
}
