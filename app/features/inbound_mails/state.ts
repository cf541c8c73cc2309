import { useQuery } from "@tanstack/react-query";
import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";

// Apart from the list's queries, because every screen loads it.

/** The table, and the first part of its query keys. */
export const name = "inbound_mails";

const LOOK_AGAIN_MS = 60_000;

/** Whether answers arrive here, and how many emails belong to no lead. */
export const readState = () => answered(supabase().rpc("inbound_state"));

/** The same, refreshed every minute. */
export const useInboundState = ({ ask }: { ask: boolean }) =>
  useQuery({
    queryKey: [name, "state"],
    queryFn: readState,
    enabled: ask,
    refetchInterval: LOOK_AGAIN_MS,
  });
