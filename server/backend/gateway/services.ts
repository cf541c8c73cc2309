import type { Caller } from "#server/backend/postgres/caller.ts";
import type { Address } from "./request/address.ts";
import type { Handlers, OperationTable } from "./request/operation.ts";
import type { StorageHandlers } from "./storage.ts";

/** An address that exists only in this process: where functions and pages find the backend. */
export const INTERNAL_ORIGIN = "http://backend.internal";

/** A call of one of our functions, after the gateway. */
export interface FunctionCall {
  name: string;
  method: string;
  query: Record<string, string>;
  /** the JSON that was sent, if any */
  body: unknown;
  /** the caller's own key and token, for the database to judge */
  headers: Record<string, string>;
  signal: AbortSignal;
  /** in the lines that the function prints */
  requestId: string;
}

/** A request to /rest/v1 after the gateway. */
export interface RestCall {
  method: string;
  address: Address;
  headers: Headers;
  /** the JSON that was sent, if any */
  body: unknown;
  caller: Caller;
  /** bytes of the largest answer: the database refuses to make a larger one */
  answer: number;
}

/** What stands behind the gateway; each service is handed calls that the gateway has understood. */
export interface Services {
  auth: { operations: OperationTable; handlers: Handlers<OperationTable> };
  rest: (call: RestCall) => Promise<Response>;
  storage: StorageHandlers;
  functions: {
    operations: OperationTable;
    run: (call: FunctionCall) => Promise<Response>;
  };
}
