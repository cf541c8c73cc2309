import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { CACHE } from "#contract/cache-policy.ts";
import { INERT_CSP, SECURITY_HEADERS } from "#server/runtime/security-headers.ts";
import { type Encoded, encode, sendCompressed } from "./encoded.ts";

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

/**
 * Serves the built browser files from memory: two megabytes, read at startup, so that a newer build in the
 * same folder doesn't break pages of this one. Each file is compressed on its first request. Only names found
 * at startup are served, so no path can reach anything else.
 */
export async function createStaticFiles(folder: string) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  // One at a time: in parallel, they would need more file descriptors than everything else.
  const contents = new Map<string, Buffer>();
  for (const path of paths) contents.set(path, await readFile(path));
  const files = new Map<string, { body: Buffer; best?: Buffer; encoded?: Encoded }>();
  for (const [path, body] of contents) {
    const url = `/${relative(folder, path).split(sep).join("/")}`;
    // The build creates the .br files (scripts/bundle/precompress.ts); they have no address.
    if (!url.startsWith("/.") && !url.endsWith(".br"))
      files.set(url, { body, best: contents.get(`${path}.br`) });
  }

  const load = (url: string, body: Buffer, best: Buffer | undefined) =>
    encode(
      200,
      {
        ...SECURITY_HEADERS,
        "content-security-policy": INERT_CSP,
        "content-type": TYPES[extname(url)] ?? "application/octet-stream",
        "cache-control": url.startsWith("/assets/") ? CACHE.immutable : CACHE.day,
      },
      body,
      { cached: true, best },
    );

  /** Sends the built file at this path. @returns whether there is one */
  return async (req: IncomingMessage, res: ServerResponse): Promise<boolean> => {
    const url = (req.url ?? "/").split("?", 1)[0] as string;
    const file = files.get(url);
    if (!file || (req.method !== "GET" && req.method !== "HEAD")) return false;
    file.encoded ??= load(url, file.body, file.best);
    await sendCompressed(req, res, file.encoded);
    return true;
  };
}
