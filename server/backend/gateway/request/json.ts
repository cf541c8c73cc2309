import { HttpError } from "#server/backend/http-error.ts";
import { readableSize } from "#server/backend/readable-size.ts";
import { toNode } from "#server/backend/streams.ts";
import { withTimeout } from "#server/runtime/with-timeout.ts";

/** Browsers' JSON bodies are at most 1 MB, which nearly any connection can send in this time. */
const ARRIVES_MS = 60_000;
/** Deeper than anything in our columns or forms. */
const MAX_DEPTH = 32;

/**
 * Parses the JSON body of a request. It refuses repeated keys, which two parsers may interpret
 * differently, and NUL or half a surrogate pair, which PostgreSQL can't store.
 * @param limit bytes
 * @returns undefined when there is no body
 * @throws HttpError 400, 408, 413 or 415
 */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  if (!request.body) return undefined;
  const type = request.headers.get("content-type") ?? "";
  const bytes = await withTimeout(ARRIVES_MS, readBytes(request, limit), tooSlow);
  if (bytes.byteLength === 0) return undefined;
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type))
    throw new HttpError(415, "unsupported_content_type", "Send JSON.");
  return parseJson(asText(bytes));
}

async function readBytes(request: Request, limit: number): Promise<Buffer> {
  const tooLarge = () =>
    new HttpError(413, "request_too_large", `The request is larger than ${readableSize(limit)}.`);
  if (Number(request.headers.get("content-length")) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of toNode(request.body as ReadableStream)) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  const [only] = chunks;
  // A request of this process comes in one piece, which may be large.
  return chunks.length === 1 && only
    ? Buffer.from(only.buffer, only.byteOffset, size)
    : Buffer.concat(chunks);
}

const tooSlow = () =>
  new HttpError(408, "request_too_slow", "The request took too long to arrive. Please try again.", {
    connection: "close",
  });

const notUnderstood = () => new HttpError(400, "bad_json", "The request can't be understood.");

function asText(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw notUnderstood();
  }
}

/** @throws HttpError 400 when it isn't JSON, nests deeply, repeats a key, or can't be stored */
function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notUnderstood();
  }
  if (repeatsKey(text) || nestsDeeply(value)) throw notUnderstood();
  if (!storable(value))
    throw new HttpError(400, "bad_character", "The text has a character that can't be stored.");
  return value;
}

/** @param json valid JSON, so its tokens need no checking */
function repeatsKey(json: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  let last = "";
  for (const token of tokensOf(json)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") {
      const keys = open.at(-1);
      const key = JSON.parse(last) as string;
      if (keys?.has(key)) return true;
      keys?.add(key);
    }
    last = token;
  }
  return false;
}

/** The strings, brackets and colons of valid JSON. A pattern for strings runs out of stack at some megabytes. */
function* tokensOf(json: string): Generator<string> {
  const mark = /["{}[\]:]/g;
  for (let found = mark.exec(json); found; found = mark.exec(json)) {
    const end = found[0] === '"' ? endOfString(json, found.index) : found.index + 1;
    yield json.slice(found.index, end);
    mark.lastIndex = end;
  }
}

function endOfString(json: string, start: number): number {
  let quote = json.indexOf('"', start + 1);
  while (isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote + 1;
}

/** Whether an odd number of backslashes is before it. */
function isEscaped(json: string, at: number): boolean {
  let before = at;
  while (json[before - 1] === "\\") before -= 1;
  return (at - before) % 2 === 1;
}

const nestsDeeply = (value: unknown, depth = 0): boolean =>
  depth > MAX_DEPTH || partsOf(value).some((part) => nestsDeeply(part, depth + 1));

function storable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  return partsOf(value).every(storable);
}

/** The keys and values of an object, or the elements of an array; empty for other values. */
const partsOf = (value: unknown): unknown[] =>
  value instanceof Object ? Object.entries(value).flat() : [];
