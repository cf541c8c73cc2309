import { Refusal } from "../errors.ts";
import { type Address, nothingHere, single } from "./address.ts";

/** What storage understands of a query, by the beginning of the path. */
const PARAMETERS: [path: string, names: readonly string[]][] = [
  ["/render/image/public/", ["width", "height", "quality", "resize", "format", "v", "download"]],
  ["/object/public/", ["download", "v", "cacheNonce"]],
  ["/object/", []],
];

const HEADERS = [
  ...["authorization", "content-type", "content-length", "cache-control", "x-upsert"],
  ...["accept", "range", "if-range", "if-none-match", "if-modified-since"],
];

const MAX_VALUE = 200;

/**
 * A request to storage, made anew from what is known of it. Its body stays a stream: files may be
 * larger than memory.
 * @throws Refusal 400 or 404
 */
export function storageRequest(request: Request, address: Address, origin: string): Request {
  const { method, signal } = request;
  const url = new URL(`${origin}/storage/v1${canonicalPath(address.path)}`);
  const known = PARAMETERS.find(([path]) => address.path.startsWith(path))?.[1];
  if (!known) throw nothingHere();
  for (const [name, value] of Object.entries(single(address.query))) {
    if (!known.includes(name) || value.length > MAX_VALUE)
      throw new Refusal(400, "bad_query", "The request can't be understood.");
    url.searchParams.set(name, value);
  }
  const headers = new Headers();
  for (const name of HEADERS) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const body = method === "GET" || method === "HEAD" ? undefined : request.body;
  return new Request(url, { method, headers, signal, body, duplex: "half" } as RequestInit);
}

/** A path is written as browsers write it, encoded only where it must be, or it is no path of ours. */
function canonicalPath(path: string): string {
  try {
    const plain = decodeURIComponent(path);
    const written = new URL(`http://x${plain.replaceAll(/[?#%]/g, encodeURIComponent)}`).pathname;
    if (written === path && !path.includes("//")) return path;
  } catch {
    // What can't be decoded is refused like what is written otherwise.
  }
  throw new Refusal(400, "InvalidKey", "This is not a valid file name.");
}
