import { HttpError } from "#server/backend/http-error.ts";
import { type Address, nothingHere, single } from "./address.ts";
import type { Operation, OperationTable } from "./operation.ts";

export interface Match {
  name: string;
  operation: Operation;
  query: unknown;
}

/**
 * The row of the table that a request means: same path, same method, and a query that the row allows.
 * @throws HttpError 404 for another path, 405 for another method, 400 for another query
 */
export function matchOperation(table: OperationTable, address: Address, method: string): Match {
  const here = Object.entries(table).filter(([, { path }]) => path === address.path);
  if (here.length === 0) throw nothingHere();
  const rows = here.filter(([, operation]) => operation.method === method);
  if (rows.length === 0) {
    const allow = [...new Set(here.map(([, operation]) => operation.method))].join(", ");
    throw new HttpError(405, "method_not_allowed", "This method isn't supported here.", { allow });
  }
  const given = single(address.query);
  for (const [name, operation] of rows) {
    const query = operation.query.safeParse(given);
    if (query.success) return { name, operation, query: query.data };
  }
  throw new HttpError(400, "bad_query", "The request can't be understood.");
}

/** @throws HttpError 400 for a body that the operation does not know */
export function matchBody({ body: schema }: Operation, body: unknown): unknown {
  if (!schema) {
    if (body === undefined || isEmptyObject(body)) return undefined;
    throw notUnderstood();
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw notUnderstood();
  return parsed.data;
}

/** supabase-js sends `{}` where there is nothing to say. */
const isEmptyObject = (body: unknown) =>
  body instanceof Object && !Array.isArray(body) && Object.keys(body).length === 0;

const notUnderstood = () => new HttpError(400, "bad_json", "The request can't be understood.");
