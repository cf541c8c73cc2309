import type { HttpBindings } from "@hono/node-server";
import type { Delivery } from "#server/backend/types.ts";
import type { Source } from "./request-log.ts";

/** The context shared by all of the server's HTTP handlers. */
export interface AppEnv {
  Bindings: HttpBindings & { delivery: Delivery };
  Variables: {
    requestId: string;
    /** the visitor's address, resolved through TRUST_PROXY hops */
    clientAddress: string;
    /** why the request was refused, for the log; see plain-answer.ts */
    refused?: string;
    /** where the response came from; unset if it is not a page */
    source?: Source;
  };
}
