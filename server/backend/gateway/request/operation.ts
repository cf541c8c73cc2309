import { z } from "zod";
import type { RequestInfo } from "#server/backend/types.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call something: account means everybody who is signed in; page, this server while it makes a page;
 * server, this server's own work. Rights are the database's to decide.
 */
export type Who = "anybody" | "account" | "admin" | "page" | "server";

/**
 * One thing that a client may ask of a service: the row of an allow-list. A request is compared with
 * it letter by letter; what the row does not name is refused before anything is looked up.
 */
export interface Operation<Query = unknown, Body = unknown> {
  /** left out: what is behind the gateway says itself which it knows */
  methods?: readonly Method[];
  /** left out: anybody */
  who?: Who;
  /** below the service's address, exactly as clients write it: `/token`; a file's name follows `/object/media/` */
  path: string;
  /** what the query may say; parameters that it does not name are refused, and so are repeated ones */
  query: z.ZodType<Query>;
  /** what the JSON body may say; left out: there is none, or it is a file */
  body?: z.ZodType<Body>;
}

/** A request after the gateway: nothing of how it was spelled is left. */
export interface Call<Query = unknown, Body = unknown> {
  query: Query;
  body: Body;
  /** the token behind `Bearer`, unless it is the publishable key */
  token: string | undefined;
  /** of this service's own cookies, by name */
  cookies: Readonly<Record<string, string>>;
  info: RequestInfo;
  /** ends when the client has gone */
  signal: AbortSignal;
}

export type OperationTable = Readonly<Record<string, Operation>>;

/** One of our functions, which says itself what methods and bodies it knows. */
export const functionOperation = (name: string, parameters: readonly string[] = []): Operation => ({
  path: `/${name}`,
  query: z.strictObject(Object.fromEntries(parameters.map((key) => [key, z.string().optional()]))),
});

/** The handler of each row, with the types that its schemas give. */
export type Handlers<Table extends OperationTable> = {
  [Name in keyof Table]: (call: CallOf<Table[Name]>) => Promise<Response>;
};

export type CallOf<Row extends Operation> =
  Row extends Operation<infer Query, infer Body> ? Call<Query, Body> : never;

/** `a=1; b=2` -> { a: "1", b: "2" }; of two cookies with one name the first counts, as RFC 6265 has it */
export function cookiesIn(headers: Headers): Record<string, string> {
  const pairs = (headers.get("cookie") ?? "").split(";").flatMap((part) => {
    const equals = part.indexOf("=");
    return equals > 0 ? [[part.slice(0, equals).trim(), part.slice(equals + 1).trim()]] : [];
  });
  return Object.fromEntries(pairs.reverse());
}
