import { useQuery } from "@tanstack/react-query";
import { name, readState } from "./queries.ts";

const LOOK_AGAIN_MS = 60_000;

/** Whether answers arrive here, and how many emails belong to no lead. @param ask false: only read the cache */
export const useInboundState = ({ ask }: { ask: boolean }) =>
  useQuery({
    queryKey: [name, "state"],
    queryFn: readState,
    enabled: ask,
    refetchInterval: LOOK_AGAIN_MS,
  });
