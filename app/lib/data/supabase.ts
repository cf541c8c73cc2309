import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { readBrowserConfig } from "#app/lib/page/browser-config.ts";
import { noteRetryAfter } from "#app/lib/retry/retry-after.ts";
import { within } from "#contract/within.ts";
import { takeStarted } from "./client/started.ts";
import type { Database } from "./database.types.ts";

let onTheirWay = new AbortController();

/** Gives up every request for rows that has no answer yet, as when the screen that asked goes. */
export function dropRequests(): void {
  onTheirWay.abort();
  onTheirWay = new AbortController();
}

/**
 * The client sends what it is asked for without a session as a visitor's, and the database's refusal
 * would then speak of rights. Only people who are signed in use it, so nothing is sent: a screen that
 * still asks while its session ends gets the answer that says so.
 */
const fetchAs = (visitor: string): typeof fetch =>
  async function fetchPatiently(input, init) {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const forRows = pathname.startsWith("/rest/");
    if (forRows && new Headers(init?.headers).get("authorization") === `Bearer ${visitor}`)
      return Response.json({ code: "PGRST301", message: "Nobody is signed in." }, { status: 401 });
    const { signal: dropped } = onTheirWay;
    const signal = init?.signal ? AbortSignal.any([init.signal, dropped]) : dropped;
    const started = typeof input === "string" ? takeStarted(input, init) : undefined;
    const answer = await (started
      ? within(signal, started)
      : fetch(input, forRows ? { ...init, signal } : init));
    noteRetryAfter(answer);
    return answer;
  };

let client: SupabaseClient<Database> | undefined;

/** Lets all that `work` asks at once be asked through another client than the browser's. */
export function through<Result>(other: SupabaseClient<Database>, work: () => Result): Result {
  const own = client;
  client = other;
  try {
    return work();
  } finally {
    client = own;
  }
}

/** The browser's one client: its session is kept in the browser and refreshed by itself. */
export function supabase(): SupabaseClient<Database> {
  if (!client) {
    const { supabaseUrl, publishableKey } = readBrowserConfig();
    client = createClient<Database>(supabaseUrl || window.location.origin, publishableKey, {
      // The query client tries again, once: both together reported a failure after 15 seconds.
      db: { retry: false },
      global: { fetch: fetchAs(publishableKey) },
    });
  }
  return client;
}
