import { withLimitedBody } from "../body.ts";
import { Refusal } from "../errors.ts";
import type { Call, Operation } from "../gateway/operation.ts";
import type { RequestInfo } from "../types.ts";
import type { createAuth } from "./index.ts";
import { authOperations } from "./operations.ts";

type AuthHandlers = ReturnType<typeof createAuth>;

const refused = (code: string) => new Refusal(400, code, "The request can't be understood.");

/**
 * Reads requests by the table of operations, letter by letter, for as long as the gate does not do it
 * for every service.
 */
export const readByTable =
  (handlers: AuthHandlers, publishableKey: string) =>
  async (request: Request, info: RequestInfo): Promise<Response> => {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/auth\/v1/, "");
    const query = queryOf(url);
    const rows = Object.entries(authOperations) as [keyof AuthHandlers, Operation][];
    const here = rows.filter(([, row]) => row.path === path && row.method === request.method);
    if (here.length === 0) throw new Refusal(404, "not_found", "There is nothing at this address.");
    if (request.headers.get("apikey") !== publishableKey)
      throw new Refusal(401, "no_api_key", "Send the site's publishable key.");
    const meant = here.find(([, row]) => row.query.safeParse(query).success);
    if (!meant) throw refused("bad_query");
    const [name, row] = meant;
    const call: Call = {
      query,
      body: await bodyOf(request, row),
      token: tokenOf(request),
      cookies: cookiesOf(request),
      info,
      signal: request.signal,
    };
    return (handlers[name] as (call: Call) => Promise<Response>)(call);
  };

function queryOf({ searchParams }: URL): Record<string, string> {
  const names = [...searchParams.keys()];
  if (new Set(names).size < names.length) throw refused("repeated");
  return Object.fromEntries(searchParams);
}

async function bodyOf(request: Request, row: Operation): Promise<unknown> {
  const text = await (await withLimitedBody(request)).text();
  if (!row.body) {
    if (text !== "") throw refused("bad_json");
    return undefined;
  }
  try {
    return row.body.parse(JSON.parse(text));
  } catch {
    throw refused("bad_json");
  }
}

function tokenOf(request: Request): string | undefined {
  const token = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  return token?.startsWith("sb_") ? undefined : token;
}

const cookiesOf = (request: Request) =>
  Object.fromEntries(
    (request.headers.get("cookie") ?? "").split("; ").map((pair) => {
      const equals = pair.indexOf("=");
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
