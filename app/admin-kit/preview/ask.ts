import { activeSet } from "#app/lib/data/sets/active-set.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import type { Typed } from "./typed.ts";

/**
 * A public page with the drafts on it, and the set of changes that is on in this tab, as HTML with nothing in it that runs. Throws what `reason` takes:
 * the server's sentence with its status, or that it did not answer.
 */
export async function askPage(
  path: string,
  drafts: Typed["drafts"],
  signal: AbortSignal,
): Promise<string> {
  const { data, error } = await supabase().auth.getSession();
  if (error) throw error;
  const answer = await fetch("/admin/preview", {
    method: "POST",
    headers: {
      authorization: `Bearer ${data.session?.access_token ?? ""}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ path, drafts, set: activeSet()?.id }),
    signal,
  });
  const text = await answer.text();
  if (!answer.ok) throw Object.assign(new Error(text.trim()), { status: answer.status });
  return text;
}
