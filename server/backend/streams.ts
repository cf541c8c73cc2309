import { Readable, type ReadableOptions } from "node:stream";
import type { ReadableStream as NodeWebStream } from "node:stream/web";

export const toNode = (stream: ReadableStream, options?: ReadableOptions) =>
  Readable.fromWeb(stream as NodeWebStream, options);

export const toWeb = (readable: Readable) => Readable.toWeb(readable) as ReadableStream<Uint8Array>;
