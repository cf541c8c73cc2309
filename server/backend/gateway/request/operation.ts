import { z } from "zod";
import type { RequestInfo } from "#server/backend/types.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call an operation. account: everyone who is signed in; staff: everyone with a role; editor and sales:
 * these roles and admins; page: this server while it renders a page; server: this server's own jobs. The
 * database still checks permissions.
 */
export type Who =
  | "anybody"
  | "account"
  | "staff"
  | "editor"
  | "sales"
  | "admin"
  | "page"
  | "server";

/**
 * One request that a service accepts: the row of an allow-list. Matching is exact, and anything that
 * the row doesn't name is refused before any lookup.
 */
export interface Operation<Query = unknown, Body = unknown> {
  /** omitted: the service checks the method itself */
  methods?: readonly Method[];
  /** omitted: anybody */
  who?: Who;
  /**
   * below the service's address, as clients write it: `/token`; a file's name follows `/object/media/`, and
   * `{id}` is one lower-case UUID
   */
  path: string;
  /** schema of the query; unknown and repeated parameters are refused */
  query: z.ZodType<Query>;
  /** schema of the JSON body; omitted: there is none, or it is a file */
  body?: z.ZodType<Body>;
}

/** A parsed request, independent of how it was spelled. */
export interface Call<Query = unknown, Body = unknown> {
  query: Query;
  body: Body;
  /** the path's `{id}`; empty without one */
  id: string;
  /** the bearer token, unless it is the publishable key */
  token: string | undefined;
  /** this service's own cookies, by name */
  cookies: Readonly<Record<string, string>>;
  /** what the browser calls itself, at most 300 characters; empty if it says nothing */
  userAgent: string;
  info: RequestInfo;
  /** aborts when the client disconnects */
  signal: AbortSignal;
}

export type OperationTable = Readonly<Record<string, Operation>>;

/** One of our functions, which checks its methods and bodies itself. */
export const functionOperation = (name: string, parameters: readonly string[] = []): Operation => ({
  path: `/${name}`,
  query: z.strictObject(Object.fromEntries(parameters.map((key) => [key, z.string().optional()]))),
});

/** A handler for each row, with the types of its schemas. */
export type Handlers<Table extends OperationTable> = {
  [Name in keyof Table]: (call: CallOf<Table[Name]>) => Promise<Response>;
};

export type CallOf<Row extends Operation> =
  Row extends Operation<infer Query, infer Body> ? Call<Query, Body> : never;

/** `a=1; b=2` -> { a: "1", b: "2" }; if a name repeats, the first value wins, as in RFC 6265 */
export function cookiesIn(headers: Headers): Record<string, string> {
  const pairs = (headers.get("cookie") ?? "").split(";").flatMap((part) => {
    const equals = part.indexOf("=");
    return equals > 0 ? [[part.slice(0, equals).trim(), part.slice(equals + 1).trim()]] : [];
  });
  return Object.fromEntries(pairs.reverse());
}
