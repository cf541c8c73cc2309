import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { readBrowserConfig } from "#app/lib/page/browser-config.ts";
import { noteRetryAfter } from "#app/lib/retry/retry-after.ts";
import type { Database } from "./database.types.ts";

async function patientFetch(...request: Parameters<typeof fetch>) {
  const answer = await fetch(...request);
  noteRetryAfter(answer);
  return answer;
}

let client: SupabaseClient<Database> | undefined;

/** The browser's one client: its session is kept in the browser and refreshed by itself. */
export function supabase(): SupabaseClient<Database> {
  if (!client) {
    const { supabaseUrl, publishableKey } = readBrowserConfig();
    client = createClient<Database>(supabaseUrl || window.location.origin, publishableKey, {
      // The query client tries again, once: both together told of a failure after 15 seconds.
      db: { retry: false },
      global: { fetch: patientFetch },
    });
  }
  return client;
}
