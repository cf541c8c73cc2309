import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { CACHE } from "./cache-control.ts";
import { type Encoded, encode, send } from "./encoded.ts";
import { INERT_CSP, SECURITY_HEADERS } from "./security-headers.ts";

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
 * Serves the built browser files from memory: a few megabytes, compressed at the first request for
 * each. Only names found at the start are served, so no path can reach anything else.
 */
export async function createStaticFiles(folder: string) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, { path: string; encoded?: Promise<Encoded> }>();
  /** made by the build (scripts/precompress.ts); not addresses of their own */
  const compressed = new Set<string>();
  for (const entry of found) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (path.endsWith(".br")) {
      compressed.add(path);
      continue;
    }
    const url = `/${relative(folder, path).split(sep).join("/")}`;
    if (!url.startsWith("/.")) files.set(url, { path });
  }

  const load = async (url: string, path: string) =>
    encode(
      200,
      {
        ...SECURITY_HEADERS,
        "content-security-policy": INERT_CSP,
        "content-type": TYPES[extname(path)] ?? "application/octet-stream",
        "cache-control": url.startsWith("/assets/") ? CACHE.immutable : CACHE.day,
      },
      await readFile(path),
      {
        kept: true,
        best: compressed.has(`${path}.br`) ? await readFile(`${path}.br`) : undefined,
      },
    );

  /** Answers and returns true when the path names a built file. */
  return async (req: IncomingMessage, res: ServerResponse): Promise<boolean> => {
    const url = (req.url ?? "/").split("?", 1)[0] as string;
    const file = files.get(url);
    if (!file || (req.method !== "GET" && req.method !== "HEAD")) return false;
    file.encoded ??= load(url, file.path);
    send(req, res, await file.encoded);
    return true;
  };
}
