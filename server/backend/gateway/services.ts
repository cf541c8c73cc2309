import type { Caller } from "#server/backend/postgres/caller.ts";
import type { Address } from "./request/address.ts";
import type { Handlers, OperationTable } from "./request/operation.ts";
import type { StorageHandlers } from "./storage.ts";

/** An address that exists only in this process: functions and pages use it to reach the backend. */
export const INTERNAL_ORIGIN = "http://backend.internal";

/** A call of one of our functions, after the gateway. */
export interface FunctionCall {
  name: string;
  method: string;
  query: Record<string, string>;
  /** the JSON body, if any */
  body: unknown;
  /** the caller's own key and token, for the database to check */
  headers: Record<string, string>;
  signal: AbortSignal;
  /** logged with the function's console output */
  requestId: string;
}

/** A request to /rest/v1 after the gateway. */
export interface RestCall {
  method: string;
  address: Address;
  headers: Headers;
  /** the JSON body, if any */
  body: unknown;
  caller: Caller;
  /** bytes of the largest response: the database refuses to produce a larger one */
  answer: number;
}

/** The services behind the gateway. Each receives calls that the gateway has parsed. */
export interface Services {
  auth: { operations: OperationTable; handlers: Handlers<OperationTable> };
  rest: (call: RestCall) => Promise<Response>;
  storage: StorageHandlers;
  functions: {
    operations: OperationTable;
    run: (call: FunctionCall) => Promise<Response>;
  };
}
