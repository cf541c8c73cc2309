import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Refusal } from "./errors.ts";
import { supabaseFolder } from "./migrate.ts";
import type { Secrets } from "./secrets.ts";

/** Where functions find the backend: an address that exists only in this process. */
export const INTERNAL_ORIGIN = "http://backend.internal";

type Fetch = (request: Request) => Promise<Response>;
interface EdgeFunction {
  default: { fetch(request: Request): Response | Promise<Response> };
}

/**
 * Runs supabase/functions/<name>/index.ts as Supabase's edge runtime does: web-standard request and
 * response, settings in the environment, `fetch` to SUPABASE_URL reaching the backend, here without
 * a network in between.
 * @param backend answers a function's requests to SUPABASE_URL
 */
export function createFunctions(secrets: Secrets, backend: Fetch) {
  Object.assign(process.env, {
    SUPABASE_URL: INTERNAL_ORIGIN,
    SUPABASE_ANON_KEY: secrets.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: secrets.secretKey,
  });
  guardFetch();
  return async (request: Request): Promise<Response> => {
    const name = new URL(request.url).pathname.split("/")[3] ?? "";
    const { default: edgeFunction } = await load(name);
    return current.run(backend, async () => edgeFunction.fetch(request));
  };
}

async function load(name: string): Promise<EdgeFunction> {
  const file = join(supabaseFolder, "functions", name, "index.ts");
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name) || !existsSync(file))
    throw new Refusal(404, "not_found", "There is no such function.");
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

/** The backend of the request that is being worked on; several may be open in one process (tests). */
const current = new AsyncLocalStorage<Fetch>();
let guarded = false;

function guardFetch() {
  if (guarded) return;
  guarded = true;
  const network = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const backend = current.getStore();
    const address = input instanceof Request ? input.url : String(input);
    if (!backend || !address.startsWith(`${INTERNAL_ORIGIN}/`)) return network(input, init);
    return backend(new Request(input, init));
  };
}
