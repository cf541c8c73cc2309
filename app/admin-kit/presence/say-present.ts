import type { Session } from "@supabase/supabase-js";
import type { PresentPerson, PresentPlace } from "#app/lib/data/database.types.ts";
import { requestAbortSignal, supabase } from "#app/lib/data/supabase.ts";
import { readBrowserConfig } from "#app/lib/page/browser-config.ts";
import { noteRetryAfter } from "#app/lib/retry/retry-after.ts";

interface Report {
  here?: PresentPlace[];
  gone?: PresentPlace[];
}

/**
 * The session from the client's last event. Asking the client would refresh an expired session, a
 * side effect that background requests must not cause.
 */
let session: Session | null = null;
let known: Promise<void> | undefined;

const knowSession = () => {
  known ??= new Promise((resolve) => {
    supabase().auth.onAuthStateChange((_, now) => {
      session = now;
      resolve();
    });
  });
  return known;
};

/** Calls say_present; undefined when signed out. `keepalive` lets it outlive the page. */
function post(report: Report, signal: AbortSignal | null = null): Promise<Response> | undefined {
  if (!session || (session.expires_at ?? 0) * 1000 < Date.now()) return undefined;
  const { supabaseUrl, publishableKey } = readBrowserConfig();
  return fetch(`${supabaseUrl || window.location.origin}/rest/v1/rpc/say_present`, {
    method: "POST",
    keepalive: true,
    signal,
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${session.access_token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(report),
  });
}

/**
 * Reports where this person is for the next 20 seconds, and which places they left. Returns the
 * others; none while the session ends.
 * @throws when the backend doesn't answer or refuses
 */
export async function sayPresent(
  here: PresentPlace[],
  gone: PresentPlace[],
): Promise<PresentPerson[]> {
  await knowSession();
  const dropped = requestAbortSignal();
  const answer = await post({ here, gone }, dropped)?.catch((cause: unknown) => {
    if (!dropped.aborted) throw cause;
  });
  if (!answer) return [];
  noteRetryAfter(answer);
  if (!answer.ok) throw new Error(`say_present answered ${answer.status}.`);
  return answer.json();
}

/** Reports left places on page unload. If it gets lost, the presence expires. */
export function sayGone(gone: PresentPlace[]): void {
  if (gone.length > 0) post({ gone })?.catch(() => undefined);
}
