import { Refusal } from "#server/backend/refusal.ts";
import type { Preferences } from "./preferences.ts";
import type { Written } from "./sql.ts";

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

/**
 * Rows as an answer, with their place in Content-Range as PostgREST gives it.
 * @throws Refusal 406 where one object was asked for and there is another number of rows
 */
export function answerRows(
  status: number,
  { body, rows, total }: Written,
  { single }: Preferences,
  offset = 0,
): Response {
  if (single && rows !== 1)
    throw new Refusal(406, "PGRST116", "Cannot coerce the result to a single JSON object");
  if (total !== undefined && offset > total)
    throw new Refusal(416, "PGRST103", "Requested range not satisfiable");
  const part = total !== undefined && rows < total;
  const range = `${rows > 0 ? `${offset}-${offset + rows - 1}` : "*"}/${total ?? "*"}`;
  return new Response(single ? body.slice(1, -1) : body, {
    status: status === 200 && part ? 206 : status,
    headers: { ...JSON_TYPE, "content-range": range },
  });
}

/** A write whose rows nobody wants back. */
export const answerNothing = (status: number, rows: number, { count }: Preferences) =>
  new Response(null, { status, headers: { "content-range": `*/${count ? rows : "*"}` } });

export const answerValue = (body: string) => new Response(body, { headers: JSON_TYPE });
