import type { Session } from "@supabase/supabase-js";
import type { PresentPerson, PresentPlace } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { readBrowserConfig } from "#app/lib/page/browser-config.ts";
import { noteRetryAfter } from "#app/lib/retry/retry-after.ts";

interface Said {
  here?: PresentPlace[];
  gone?: PresentPlace[];
}

/**
 * The session as the client last told of it. To ask the client would renew one that has run out, and
 * bring up what that leads to, for something that nobody pressed.
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

/** The call of say_present; undefined for who is not signed in. It outlives its page. */
function tell(said: Said): Promise<Response> | undefined {
  if (!session || (session.expires_at ?? 0) * 1000 < Date.now()) return undefined;
  const { supabaseUrl, publishableKey } = readBrowserConfig();
  return fetch(`${supabaseUrl || window.location.origin}/rest/v1/rpc/say_present`, {
    method: "POST",
    keepalive: true,
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${session.access_token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(said),
  });
}

/**
 * Says where this person is, for the next 20 seconds, and where no longer; answers with the others.
 * @throws when the backend does not answer, or refuses
 */
export async function sayPresent(
  here: PresentPlace[],
  gone: PresentPlace[],
): Promise<PresentPerson[]> {
  await knowSession();
  const answer = await tell({ here, gone });
  if (!answer) return [];
  noteRetryAfter(answer);
  if (!answer.ok) throw new Error(`say_present answered ${answer.status}.`);
  return answer.json();
}

/** Says where this person is no longer, while the page goes. Unheard, it ends by itself. */
export function sayGone(gone: PresentPlace[]): void {
  if (gone.length > 0) tell({ gone })?.catch(() => undefined);
}
