import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Lead } from "#app/lib/data/database.types.ts";
import * as queries from "../queries.ts";

/** Until a mail that goes out by itself has gone, or has not. */
const LOOK_AGAIN_MS = 3_000;
const isMailOnItsWay = (row?: Lead | null) =>
  row?.mail_status === "pending" && row.mail_next_attempt_at !== null;

/**
 * The lead that is open, also one that is not on this page of the list.
 * @param rows of the list, so that what is known shows at once
 */
export function useLead(id: string, open: boolean, rows: readonly Lead[] | undefined) {
  const query = useQuery<Lead | null>({
    queryKey: [queries.name, "row", id],
    queryFn: () => queries.get(id),
    enabled: open,
    placeholderData: () => rows?.find((row) => row.id === id),
    refetchInterval: ({ state }) => isMailOnItsWay(state.data) && LOOK_AGAIN_MS,
  });
  const { data } = query;
  const [seen, setSeen] = useState<Lead>();
  if (data && data !== seen) setSeen(data);
  return {
    query,
    /** deleted by someone else, a note may be half typed under it: so what was seen stays */
    row: data ?? (seen?.id === id ? seen : undefined),
    /** somebody deleted it while it was open */
    isGone: data === null,
  };
}
