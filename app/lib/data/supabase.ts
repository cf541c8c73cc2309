import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { readBrowserConfig } from "#app/lib/page/browser-config.ts";
import { noteRetryAfter } from "#app/lib/retry/retry-after.ts";
import { abortable } from "#contract/abortable.ts";
import { takeStarted } from "./client/started.ts";
import type { Database } from "./database.types.ts";

let requestAbort = new AbortController();

/**
 * Aborts all pending row requests, and those that start until `allowRequests`: while a session ends, the
 * server would refuse them. Also aborts a pending sign-in: its answer would bring a session back.
 */
export const abortRequests = (): void => requestAbort.abort();

export function allowRequests(): void {
  requestAbort = new AbortController();
}

/** Aborts with `abortRequests`. */
export const requestAbortSignal = (): AbortSignal => requestAbort.signal;

/** Whether a request may start a session. Not while one ends: it may be the renewal that ending it needs. */
const signsIn = (pathname: string) =>
  !requestAbort.signal.aborted && /\/(token|verify)$/.test(pathname);

/**
 * Without a session, supabase-js sends requests as a visitor, and the database's error would be about
 * permissions. Only signed-in people use this client, so nothing is sent. A screen that still loads
 * data while its session ends gets a session error instead.
 */
const fetchAs = (visitor: string): typeof fetch =>
  async function fetchWithRetryAfter(input, init) {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const forRows = pathname.startsWith("/rest/");
    if (forRows && new Headers(init?.headers).get("authorization") === `Bearer ${visitor}`)
      return Response.json({ code: "PGRST301", message: "Nobody is signed in." }, { status: 401 });
    const { signal: dropped } = requestAbort;
    const signal = init?.signal ? AbortSignal.any([init.signal, dropped]) : dropped;
    const started = typeof input === "string" ? takeStarted(input, init) : undefined;
    const answer = await (started
      ? abortable(signal, started)
      : fetch(input, forRows || signsIn(pathname) ? { ...init, signal } : init));
    noteRetryAfter(answer);
    return answer;
  };

let client: SupabaseClient<Database> | undefined;

/** Makes all synchronous calls in `work` use another client. */
export function through<Result>(other: SupabaseClient<Database>, work: () => Result): Result {
  const own = client;
  client = other;
  try {
    return work();
  } finally {
    client = own;
  }
}

/** The browser's only client. It stores the session and refreshes it automatically. */
export function supabase(): SupabaseClient<Database> {
  if (!client) {
    const { supabaseUrl, publishableKey } = readBrowserConfig();
    client = createClient<Database>(supabaseUrl || window.location.origin, publishableKey, {
      // The query client already retries once. With both, a failure took 15 seconds to show.
      db: { retry: false },
      global: { fetch: fetchAs(publishableKey) },
      auth: { experimental: { recoveryCodes: true } },
    });
  }
  return client;
}
