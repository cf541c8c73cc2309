import { Refusal } from "./errors.ts";

/**
 * Says a request to /rest/v1 in words that @supabase/lite 0.10 takes as PostgREST would:
 * - of several filters on one column, and of several `or`, it applies a single one and drops the
 *   rest without a word: the others go into one `and`;
 * - of rows with different keys it stores the defaults and answers null for them: null is stored, as
 *   PostgREST does; where the client asks for the defaults, it can't have them answered as well.
 * @throws Refusal 400 when a request can't be said otherwise
 */
export async function mendRestRequest(request: Request): Promise<Request> {
  const url = new URL(request.url);
  const repeated = joinRepeatedFilters(url);
  const body = request.method === "POST" ? await completeRows(request, url) : undefined;
  if (!repeated && body === undefined) return request;
  const { method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: body ?? (await ownBody(request)) });
}

const ownBody = async (request: Request) => (request.body ? request.arrayBuffer() : undefined);

const NO_FILTER =
  /^(select|order|limit|offset|columns|on_conflict|apikey)$|\.(order|limit|offset)$/;
const LOGIC = /^(not\.)?(and|or)$/;
/** What needs no quotes inside `and=(...)`: those Lite does not take off again. */
const PLAIN = /^[^,(){}"\\]*$/;
const LIST = /^(not\.)?(in\.\([^()"\\]*\)|(cs|cd|ov)\.\{[^{}"\\]*\})$/;

/** Changes the address. @returns whether there was anything to change */
function joinRepeatedFilters(url: URL): boolean {
  if (url.pathname.startsWith("/rest/v1/rpc/")) return false;
  const seen = new Set<string>();
  const kept = new URLSearchParams();
  const others: string[] = [];
  for (const [name, value] of url.searchParams) {
    const key = /^not\./.test(name) ? "not" : name;
    if (NO_FILTER.test(name) || !seen.has(key)) kept.append(name, value);
    else if (LOGIC.test(name)) others.push(name + value);
    else if (PLAIN.test(value) || LIST.test(value)) others.push(`${name}.${value}`);
    else throw new Refusal(400, "PGRST100", `Two filters on ${name} can't be combined like this.`);
    seen.add(key);
  }
  if (others.length === 0) return false;
  kept.append("and", `(${others.join(",")})`);
  url.search = kept.toString();
  return true;
}

/** @returns the rows with the same keys each; nothing when they may stay as they are */
async function completeRows(request: Request, url: URL): Promise<string | undefined> {
  const columns = url.searchParams.get("columns")?.split(",").map(unquoted);
  if (!columns) return undefined;
  const rows = rowsIn(await request.clone().text());
  if (!rows?.some((row) => columns.some((name) => !(name in row)))) return undefined;
  const prefer = request.headers.get("prefer") ?? "";
  if (!/\bmissing=default\b/.test(prefer)) {
    const empty = Object.fromEntries(columns.map((name) => [name, null]));
    return JSON.stringify(rows.map((row) => ({ ...empty, ...row })));
  }
  if (/\breturn=representation\b/.test(prefer)) throw new Refusal(400, "PGRST102", NOT_READABLE);
  return undefined;
}

const NOT_READABLE =
  "Rows that leave different columns to their defaults can't be read back by the same request. Give every row the same keys, or leave select() out.";

const unquoted = (name: string) => name.replace(/^"(.*)"$/, "$1");

/** The rows of a body that is a list of objects. */
function rowsIn(text: string): Record<string, unknown>[] | undefined {
  try {
    const rows: unknown = JSON.parse(text);
    return Array.isArray(rows) && rows.every((row) => row && row.constructor === Object)
      ? rows
      : undefined;
  } catch {
    return undefined;
  }
}
