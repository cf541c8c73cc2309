import { Refusal } from "./errors.ts";

const MAX_ADDRESS = 8192;

/**
 * Refuses what no client of ours sends, before anything looks at it: addresses that can't be decoded
 * or climb, and text with NUL, which PostgreSQL can't hold.
 * @throws Refusal 400 or 414
 */
export function refuseOddAddress(request: Request): void {
  const { pathname, search } = new URL(request.url);
  if (pathname.length + search.length > MAX_ADDRESS)
    throw new Refusal(414, "address_too_long", "This address is too long.");
  const path = decoded(pathname);
  if (path === undefined || /[\p{Cc}\\]|(^|\/)\.\.?(\/|$)/u.test(path) || /%00/.test(search))
    throw new Refusal(400, "bad_address", "This address is not written correctly.");
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/**
 * Checks a request to /rest/v1: address, kind of content, body.
 * @throws Refusal 400 or 415
 */
export async function refuseOddRest(request: Request): Promise<void> {
  refuseOddContent(request);
  refuseOddQuery(request);
  await refuseOddRestBody(request);
}

/** JSON only: supabase-js sends nothing else, and CSV or forms would be read leniently. */
function refuseOddContent(request: Request): void {
  const type = request.headers.get("content-type") ?? "";
  if (request.body && !/^application\/([\w.+-]+\+)?json\b/i.test(type))
    throw new Refusal(415, "unsupported_content_type", "Send JSON.");
}

const WHOLE_NUMBER = /^\d{1,9}$/;
const NO_FILTER = /^(order|columns|on_conflict|apikey)$|\.order$|^(not\.)?(and|or)$/;
/** an operator, in parentheses its variant, then the value */
const FILTER = /^\w+(\([^)]*\))?\./;

/**
 * What @supabase/lite reads leniently in the query of a table: it leaves out a limit that is no
 * number, and compares with an empty text where a filter names no value.
 */
function refuseOddQuery(request: Request): void {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname.startsWith("/rest/v1/rpc/")) return;
  const understood = (name: string, value: string) => {
    if (/(^|\.)(limit|offset)$/.test(name)) return WHOLE_NUMBER.test(value);
    if (name === "select") return !/^\s*[(,)]/.test(value);
    return NO_FILTER.test(name) || FILTER.test(value.replace(/^not\./, ""));
  };
  for (const [name, value] of searchParams)
    if (!understood(name, value))
      throw new Refusal(
        400,
        "PGRST100",
        `The query can't be understood at "${name.slice(0, 60)}".`,
      );
}

/**
 * Arguments of a function that are no object, where @supabase/lite would call it without any; and
 * nesting that would overflow its stack.
 */
async function refuseOddRestBody(request: Request): Promise<void> {
  const body = await request.clone().text();
  if (body === "") return;
  const value = parse(body);
  const calls = new URL(request.url).pathname.startsWith("/rest/v1/rpc/");
  if (value === undefined || nestsDeeply(value) || (calls && !isObject(value)))
    throw new Refusal(400, "PGRST102", "The request can't be understood.");
}

const isObject = (value: unknown) => value instanceof Object && !Array.isArray(value);

/** Deeper than anything that a column or a form of ours holds. */
const MAX_DEPTH = 32;

const nestsDeeply = (value: unknown, depth = 0): boolean =>
  depth > MAX_DEPTH ||
  (value instanceof Object && Object.values(value).some((part) => nestsDeeply(part, depth + 1)));

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
