import { useQuery } from "@tanstack/react-query";
import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";

const LOOK_AGAIN_MS = 60_000;

async function countNew(): Promise<number> {
  const answer = await supabase()
    .from("contact_submissions")
    .select("id", { count: "exact", head: true })
    .match({ status: "new", is_spam: false })
    .is("deleted_at", null);
  await answered(Promise.resolve(answer));
  return answer.count ?? 0;
}

/**
 * How many leads are still new; undefined until known. Refreshes every minute.
 * @param ask false: only read the cache, as while the person isn't known to be an admin
 */
export const useNewLeads = ({ ask }: { ask: boolean }): number | undefined =>
  useQuery({
    queryKey: ["contact_submissions", "new"],
    queryFn: countNew,
    enabled: ask,
    refetchInterval: LOOK_AGAIN_MS,
    // A background tab shows the count in its title.
    refetchIntervalInBackground: true,
  }).data;
