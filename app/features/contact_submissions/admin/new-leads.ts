import { useQuery } from "@tanstack/react-query";
import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";

const LOOK_AGAIN_MS = 60_000;

const countNew = async (): Promise<number> => {
  let found = 0;
  await answered(
    supabase()
      .from("contact_submissions")
      .select("id", { count: "exact", head: true })
      .match({ status: "new", is_spam: false })
      .is("deleted_at", null)
      .then((answer) => {
        found = answer.count ?? 0;
        return answer;
      }),
  );
  return found;
};

/**
 * How many messages nobody has taken up yet; undefined until that is known. Looks again each minute.
 * @param waiting nobody is known to be an admin: nothing is asked
 */
export const useNewLeads = ({ waiting }: { waiting: boolean }): number | undefined =>
  useQuery({
    queryKey: ["contact_submissions", "new"],
    queryFn: countNew,
    enabled: !waiting,
    refetchInterval: LOOK_AGAIN_MS,
  }).data;
