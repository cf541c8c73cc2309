import { HttpError } from "#server/backend/http-error.ts";
import { readableSize } from "#server/backend/readable-size.ts";
import { withTimeout } from "#server/runtime/with-timeout.ts";
import type { OperationBounds } from "./index.ts";

/**
 * Runs an operation within its time limit, and returns its response unless that is too large. The response
 * of a file stays a stream.
 */
export async function withinBounds(
  { answer, ms }: Pick<OperationBounds, "answer" | "ms">,
  work: () => Promise<Response>,
): Promise<Response> {
  const response = await withTimeout(ms, work(), tookTooLong);
  if (answer === "file" || !response.body) return response;
  const body = await withTimeout(ms, readAnswer(response.body, answer), tookTooLong);
  const { status, headers } = response;
  headers.set("content-length", String(body.byteLength));
  return new Response(body, { status, headers });
}

const tookTooLong = () =>
  new HttpError(504, "timeout", "This is taking too long. Please try again in a moment.");

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
