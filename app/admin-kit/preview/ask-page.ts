import { supabase } from "#app/lib/data/supabase.ts";
import type { DraftRow } from "./typed.ts";

interface Asked {
  drafts?: Record<string, DraftRow[]>;
  /** the id of a change set to apply */
  set?: string | undefined;
  signal: AbortSignal;
}

/**
 * Fetches a public page as script-free HTML, with drafts and a change set applied. Throws an error that
 * `reason` can read: the server's sentence with its status, or a network failure.
 */
export async function askPage(path: string, { drafts = {}, set, signal }: Asked): Promise<string> {
  const { data, error } = await supabase().auth.getSession();
  if (error) throw error;
  const answer = await fetch("/admin/preview", {
    method: "POST",
    headers: {
      authorization: `Bearer ${data.session?.access_token ?? ""}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ path, drafts, set }),
    signal,
  });
  const text = await answer.text();
  if (!answer.ok) throw Object.assign(new Error(text.trim()), { status: answer.status });
  return text;
}
