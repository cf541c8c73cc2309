import { HttpError } from "#server/backend/http-error.ts";
import { type Address, nothingHere, single } from "./address.ts";
import type { Operation, OperationTable } from "./operation.ts";

export interface Match<Name = string> {
  name: Name;
  operation: Operation;
  /** the rest of the address after a path that ends with a slash, as the client wrote it */
  below: string;
  query: unknown;
}

/**
 * The table row that a request matches: same path, same method, and a query that the row allows.
 * @throws HttpError 404 for another path, 405 for another method, 400 for another query
 */
export function matchOperation<Table extends OperationTable>(
  table: Table,
  address: Address,
  method: string,
): Match<keyof Table & string> {
  const here = Object.entries<Operation>(table).filter(([, { path }]) =>
    path.endsWith("/") ? address.path.startsWith(path) : address.path === path,
  );
  if (here.length === 0) throw nothingHere();
  const rows = here.filter(
    ([, { methods }]) => !methods || methods.some((known) => known === method),
  );
  if (rows.length === 0) {
    const allow = new Set(here.flatMap(([, { methods = [] }]) => methods));
    throw methodNotAllowed("method_not_allowed", { allow: [...allow].join(", ") });
  }
  const given = single(address.query);
  for (const [name, operation] of rows) {
    const query = operation.query.safeParse(given);
    const below = address.path.slice(operation.path.length);
    if (query.success) return { name, operation, below, query: query.data };
  }
  throw notUnderstood("bad_query");
}

/** @throws HttpError 400 for a body that the operation doesn't accept */
export function matchBody({ body: schema }: Operation, body: unknown, code = "bad_json"): unknown {
  if (!schema) {
    if (body === undefined || isEmptyObject(body)) return undefined;
    throw notUnderstood(code);
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw notUnderstood(code);
  return parsed.data;
}

/** supabase-js sends `{}` for an empty body. */
const isEmptyObject = (body: unknown) =>
  body instanceof Object && !Array.isArray(body) && Object.keys(body).length === 0;

const notUnderstood = (code: string) =>
  new HttpError(400, code, "The request can't be understood.");

/** @param code the service's own error code: PostgREST has different ones */
export const methodNotAllowed = (code: string, headers: Record<string, string> = {}) =>
  new HttpError(405, code, "This method isn't supported here.", headers);
