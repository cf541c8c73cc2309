import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Lead } from "#app/lib/data/database.types.ts";
import * as queries from "../queries.ts";

/** Polling interval until an automatic email is sent or fails, and otherwise. */
const UNTIL_SENT_MS = 3_000;
const LOOK_AGAIN_MS = 15_000;
const isMailOnItsWay = (row?: Lead | null) =>
  row?.mail_status === "pending" && row.mail_next_attempt_at !== null;

/**
 * The open lead, even if it is not on this page of the list.
 * @param rows the list's rows, to show what is known at once
 */
export function useLead(id: string, open: boolean, rows: readonly Lead[] | undefined) {
  const query = useQuery<Lead | null>({
    queryKey: [queries.name, "row", id],
    queryFn: () => queries.get(id),
    enabled: open,
    placeholderData: () => rows?.find((row) => row.id === id),
    refetchInterval: ({ state }) => (isMailOnItsWay(state.data) ? UNTIL_SENT_MS : LOOK_AGAIN_MS),
  });
  const { data } = query;
  const [seen, setSeen] = useState<Lead>();
  if (data && data !== seen) setSeen(data);
  return {
    query,
    /** kept after someone else deletes it, because a note may be half typed */
    row: data ?? (seen?.id === id ? seen : undefined),
    /** someone deleted it while it was open */
    isGone: data === null,
  };
}
