import type { HttpBindings } from "@hono/node-server";
import type { Delivery } from "#server/backend/types.ts";
import type { Source } from "./request-log.ts";

/** What every handler of the server finds on its context. */
export interface AppEnv {
  Bindings: HttpBindings & { delivery: Delivery };
  Variables: {
    requestId: string;
    /** the visitor's address, after TRUST_PROXY hops */
    clientAddress: string;
    /** why this request was turned away, for the log; see refuse.ts */
    refused?: string;
    /** where a page's answer came from; left out by what is none */
    source?: Source;
  };
}
