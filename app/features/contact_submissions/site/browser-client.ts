import { readBrowserConfig } from "#app/lib/page/browser-config.ts";
import type { ContactClient } from "../submit.ts";

const RPC_TIMEOUT_MS = 15_000;

interface Backend {
  /** the backend's URL; "" is this page's own origin */
  supabaseUrl: string;
  publishableKey: string;
}

/**
 * The three requests of a submit, as supabase-js makes them but without its code, which would be a
 * tenth of the page's script. Results have supabase-js's shape. `rpc` calls a database function and
 * returns whether it succeeded.
 */
export function createContactClient(
  { supabaseUrl, publishableKey }: Backend = readBrowserConfig(),
  request: typeof fetch = (...args) => fetch(...args),
): ContactClient & { rpc(name: string, args: object): Promise<boolean> } {
  // An old key also works as a token; a new one (sb_…) is rejected. supabase-js does the same.
  const token = publishableKey.startsWith("sb_") ? undefined : `Bearer ${publishableKey}`;
  const headers = {
    apikey: publishableKey,
    "content-type": "application/json",
    ...(token && { authorization: token }),
  };
  const post = (path: string, body: unknown, signal: AbortSignal) =>
    request(supabaseUrl + path, { method: "POST", headers, body: JSON.stringify(body), signal });

  return {
    functions: {
      async invoke(name, { body, timeout }) {
        try {
          const response = await post(`/functions/v1/${name}`, body, AbortSignal.timeout(timeout));
          return { error: response.ok ? null : { context: response }, response };
        } catch (error) {
          return { error };
        }
      },
    },
    rpc: (name, args) =>
      post(`/rest/v1/rpc/${name}`, args, AbortSignal.timeout(RPC_TIMEOUT_MS)).then(
        ({ ok }) => ok,
        () => false,
      ),
    from: (table) => ({
      insert: (row) => ({
        async abortSignal(signal) {
          try {
            const response = await post(`/rest/v1/${table}`, row, signal);
            const { status } = response;
            return { error: response.ok ? null : await refusal(response), status };
          } catch (error) {
            return { error: { message: String(error) }, status: 0 };
          }
        },
      }),
    }),
  };
}

/** The database API's error; a proxy's error page has neither code nor message. */
const refusal = (response: Response): Promise<{ code?: string; message?: string }> =>
  response.json().catch(() => ({}));
