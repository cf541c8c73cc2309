import { useQuery } from "@tanstack/react-query";
import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";

// What several screens need of emails that arrive.

/** The table, and the first part of its query keys. */
export const name = "inbound_mails";

const LOOK_AGAIN_MS = 60_000;

/** Whether answers arrive here, and how many emails belong to no lead. */
export const readState = () => answered(supabase().rpc("inbound_state"));

/** Puts an email that belongs to no lead into this one. */
export const attach = (mail: string, lead: string) =>
  answered(supabase().rpc("inbound_attach", { mail, lead }));

/** The state, refreshed every minute. */
export const useInboundState = ({ ask }: { ask: boolean }) =>
  useQuery({
    queryKey: [name, "state"],
    queryFn: readState,
    enabled: ask,
    refetchInterval: LOOK_AGAIN_MS,
  });
