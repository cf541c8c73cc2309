import { answerTooLarge } from "#server/backend/gateway/operations/within-bounds.ts";
import { HttpError } from "#server/backend/http-error.ts";
import type { Preferences } from "./preferences.ts";
import type { Written } from "./sql.ts";

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

/** @throws HttpError 400 where the answer would be larger than `most` bytes: the transaction is undone */
export function bodyOf({ body }: Pick<Written, "body">, most: number): string {
  if (body === null) throw answerTooLarge(most);
  return body;
}

/** JSON as bytes, which say how many they are. */
function json(body: string, status = 200, headers: Record<string, string> = {}): Response {
  const bytes = Buffer.from(body);
  const length = { "content-length": String(bytes.length) };
  return new Response(bytes, { status, headers: { ...JSON_TYPE, ...length, ...headers } });
}

/**
 * Rows as an answer, with their place in Content-Range as PostgREST gives it.
 * @throws HttpError 406 where one object was asked for and there is another number of rows, 400 where the answer
 * would be too large
 */
export function answerRows(
  status: number,
  { rows, total, most, ...written }: Written & { most: number },
  { single }: Preferences,
  offset = 0,
): Response {
  if (single && rows !== 1)
    throw new HttpError(406, "PGRST116", "Cannot coerce the result to a single JSON object");
  if (total !== undefined && offset > total)
    throw new HttpError(416, "PGRST103", "Requested range not satisfiable");
  const part = total !== undefined && rows < total;
  const range = `${rows > 0 ? `${offset}-${offset + rows - 1}` : "*"}/${total ?? "*"}`;
  const body = bodyOf(written, most);
  if (Buffer.byteLength(body) > most) throw answerTooLarge(most);
  return json(single ? body.slice(1, -1) : body, status === 200 && part ? 206 : status, {
    "content-range": range,
  });
}

/** A write whose rows nobody wants back. */
export const answerNothing = (status: number, rows: number, { count }: Preferences) =>
  new Response(null, { status, headers: { "content-range": `*/${count ? rows : "*"}` } });

export const answerValue = (body: string) => json(body);
