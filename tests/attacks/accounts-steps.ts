import { createClient } from "@supabase/supabase-js";
import { afterEach, beforeEach } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";

/** Attacks from outside on the accounts of a running site, one per test. Rate limits are on. */
export let t: TestBackend;
export let logLines: string[];
export function withSite() {
  beforeEach(async () => {
    logLines = [];
    t = await openTestBackend({ RATE_LIMITS: "on" }, logLines);
  });
  afterEach(() => t.close());
}

export const OWNER = "198.51.100.20";
export const STRANGER = "203.0.113.66";

/** A browser: an address, and the cookies that it stores. */
export function browser(clientAddress: string) {
  let jar = "";
  const client = createClient(t.backend.serverUrl, t.backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        if (jar && new URL(request.url).pathname.startsWith("/auth/v1/"))
          request.headers.set("cookie", jar);
        const response = await t.backend.fetch(request, { clientAddress, requestId: "attack" });
        jar = response.headers.get("set-cookie")?.split(";")[0] ?? jar;
        return response;
      },
    },
  });
  const signIn = async (password: string, email = people.admin.email) =>
    (await client.auth.signInWithPassword({ email, password })).error?.status ?? 200;
  return { client, signIn };
}
