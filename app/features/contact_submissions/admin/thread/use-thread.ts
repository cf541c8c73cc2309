import { useQuery } from "@tanstack/react-query";
import { LEADS } from "../new-leads.ts";
import { readThread, type Thread } from "./queries.ts";

/** Polling interval until a queued reply is sent or fails, and otherwise. */
const UNTIL_SENT_MS = 3_000;
const LOOK_AGAIN_MS = 15_000;

const isWaiting = (thread?: Thread) => thread?.replies.some(({ state }) => state === "waiting");

/** A lead's conversation, read again while it is open. @param parts how much of it (readThread) */
export const useThread = (lead: string, parts = 1) =>
  useQuery({
    queryKey: [LEADS, "thread", lead, parts],
    queryFn: () => readThread(lead, parts),
    // While more is loading, what is known stays.
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (isWaiting(state.data) ? UNTIL_SENT_MS : LOOK_AGAIN_MS),
  });
