import { HttpError } from "#server/backend/http-error.ts";
import { readableSize } from "#server/backend/readable-size.ts";
import type { OperationBounds } from "./index.ts";

/**
 * Does the work of an operation in its time, and hands its answer on when that is no larger than it may be.
 * The answer of a file is left a stream.
 * @throws HttpError 504 when it takes too long, 400 when the answer is too large
 */
export async function withinBounds(
  { answer, ms }: Pick<OperationBounds, "answer" | "ms">,
  work: () => Promise<Response>,
): Promise<Response> {
  const response = await inTime(ms, work(), tookTooLong);
  if (answer === "file" || !response.body) return response;
  const body = await inTime(ms, readAnswer(response.body, answer), tookTooLong);
  const { status, headers } = response;
  headers.set("content-length", String(body.byteLength));
  return new Response(body, { status, headers });
}

/** @throws what `late` makes when the work takes longer; it goes on, and nobody hears of it */
export async function inTime<T>(ms: number, work: Promise<T>, late: () => HttpError): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const tookTooLong = () =>
  new HttpError(504, "timeout", "This takes too long right now. Please try again in a moment.");

export const answerTooLarge = (most: number) =>
  new HttpError(
    400,
    "answer_too_large",
    `The answer would be larger than ${readableSize(most)}. Ask for fewer rows or columns.`,
  );

async function readAnswer(
  body: ReadableStream<Uint8Array>,
  most: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > most) throw answerTooLarge(most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
