import { Readable } from "node:stream";
import { Refusal } from "./errors.ts";

/** JSON requests are small: the longest legal one is a page's text. Files go to storage. */
const MAX_JSON_BYTES = 1024 * 1024;

type NodeStream = Parameters<typeof Readable.fromWeb>[0];

/**
 * Reads a body into memory up to a limit and gives the request back with it.
 * @throws Refusal 413 as soon as the limit is passed
 */
export async function withLimitedBody(request: Request, limit = MAX_JSON_BYTES): Promise<Request> {
  if (!request.body) return request;
  if (Number(request.headers.get("content-length")) > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of Readable.fromWeb(request.body as NodeStream)) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  const { method, headers, signal } = request;
  return new Request(request.url, { method, headers, signal, body: Buffer.concat(chunks) });
}

const tooLarge = (limit: number) =>
  new Refusal(413, "request_too_large", `The request is larger than ${readableSize(limit)}.`);

/** 52428800 -> "50 MB" (base 1024) */
export function readableSize(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes >= 1 ? `${Number(megabytes.toFixed(1))} MB` : `${Math.ceil(bytes / 1024)} KB`;
}
