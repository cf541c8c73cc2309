import { useQuery } from "@tanstack/react-query";
import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/**
 * Begins the query keys of leads, so that a change to one reads all of them again. Not in queries.ts, which the
 * sidebar and the reply editor would then load.
 */
export const LEADS = "contact_submissions";
export const NEW_LEADS = [LEADS, "new"];

const LOOK_AGAIN_MS = 60_000;

const countNew = async (): Promise<number> =>
  (await answered(supabase().rpc("lead_new_count"))) ?? 0;

/**
 * How many leads are still new or have a new answer; undefined until known. Refreshes every minute.
 * @param ask false: only read the cache, as while nobody is known to be signed in
 */
export const useNewLeads = ({ ask }: { ask: boolean }): number | undefined =>
  useQuery({
    queryKey: NEW_LEADS,
    queryFn: countNew,
    enabled: ask,
    refetchInterval: LOOK_AGAIN_MS,
    // A background tab shows the count in its title.
    refetchIntervalInBackground: true,
  }).data;
