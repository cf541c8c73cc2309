import { Readable, Transform } from "node:stream";
import Busboy from "@fastify/busboy";
import { HttpError } from "#server/backend/http-error.ts";
import { readableSize } from "#server/backend/readable-size.ts";
import { toNode } from "#server/backend/streams.ts";
import { SNIFF_BYTES } from "./media-type.ts";

export interface Upload {
  /** the file's first bytes, to detect its type */
  start: Uint8Array;
  /** the whole file, including the first bytes */
  content: Readable;
}

/**
 * The file in an upload, as a stream: the raw body, or the file part of the form that supabase-js
 * sends (its field name is empty).
 * @param limit bytes
 * @throws HttpError 413 when the request declares a larger size, 400 without a file; the stream
 *   itself fails with 413 when more than the limit arrives
 */
export async function readUpload(request: Request, limit: number): Promise<Upload> {
  if (!request.body) throw noFile();
  const isForm = request.headers.get("content-type")?.startsWith("multipart/form-data");
  // A form adds boundaries and fields to the file's size.
  const slack = isForm ? 64 * 1024 : 0;
  if (Number(request.headers.get("content-length")) > limit + slack) throw tooLarge(limit);
  const body = toNode(request.body);
  const file = isForm ? await filePart(body, request) : body;
  return peek(limited(file, limit), SNIFF_BYTES);
}

const noFile = () => new HttpError(400, "no_file", "There is no file in the request.");

export const endedEarly = () =>
  new HttpError(400, "broken_upload", "The upload ended early or can't be read.");

const tooLarge = (limit: number) =>
  new HttpError(
    413,
    "file_too_large",
    `The file is larger than ${readableSize(limit)}, the most that can be uploaded.`,
  );

function filePart(body: Readable, request: Request): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const broken = () => {
      reject(endedEarly());
      file?.destroy(endedEarly());
    };
    let file: Readable | undefined;
    let form: ReturnType<typeof Busboy>;
    try {
      form = Busboy({
        headers: { "content-type": request.headers.get("content-type") ?? "" },
        limits: { files: 1, fields: 20, fieldSize: 64 * 1024 },
        isPartAFile: (_name, _type, filename) => filename !== undefined,
      });
    } catch {
      return broken();
    }
    form.on("file", (_name, stream) => {
      file = stream;
      resolve(stream);
    });
    form.on("finish", () => reject(noFile()));
    form.on("error", broken);
    body.on("error", broken);
    body.pipe(form);
  });
}

function limited(source: Readable, limit: number): Readable {
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) done(tooLarge(limit));
      else done(null, chunk);
    },
  });
  source.on("error", () => counter.destroy(endedEarly()));
  return source.pipe(counter);
}

async function peek(source: Readable, bytes: number): Promise<Upload> {
  const chunks: Buffer[] = [];
  let size = 0;
  const iterator = source[Symbol.asyncIterator]();
  while (size < bytes) {
    const { done, value } = await iterator.next();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  const start = Buffer.concat(chunks);
  async function* whole() {
    if (start.length > 0) yield start;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return {
    start: start.subarray(0, bytes),
    content: Readable.from(whole(), { objectMode: false }),
  };
}
