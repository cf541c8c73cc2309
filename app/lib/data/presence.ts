import { readBrowserConfig } from "#app/lib/page/browser-config.tsx";
import type { PresentPerson, PresentPlace } from "./database.types.ts";
import { supabase } from "./supabase.ts";

/** The session's, as it was last asked for: there is no time for that when a page goes. */
let token: string | undefined;

/**
 * Says where this person is, for the next 20 seconds, and where no longer; answers with the others.
 * Nobody is anywhere for who is not signed in. Throws the backend's error.
 */
export async function sayPresent(
  here: PresentPlace[],
  gone: PresentPlace[],
): Promise<PresentPerson[]> {
  const { session } = (await supabase().auth.getSession()).data;
  token = session?.access_token;
  if (!token) return [];
  return (await supabase().rpc("say_present", { here, gone }).throwOnError()).data ?? [];
}

/** Says where this person is no longer, while the page goes: the browser sends it on its own. */
export function sayGone(gone: PresentPlace[]): void {
  if (!token || gone.length === 0) return;
  const { supabaseUrl, publishableKey } = readBrowserConfig();
  fetch(`${supabaseUrl || window.location.origin}/rest/v1/rpc/say_present`, {
    method: "POST",
    keepalive: true,
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ gone }),
    // Unheard, it ends by itself.
  }).catch(() => undefined);
}
