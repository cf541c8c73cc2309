import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { PreparedRow, PreparedSet } from "#app/admin-kit/prepared/prepared.ts";
import { activeSet, onPrepared, onSwitch } from "#app/lib/data/sets/active-set.ts";
import { name } from "./key.ts";

const NONE: ReadonlyMap<string, PreparedRow> = new Map();

interface Screen {
  /** as in PreparedSet */
  takesScreen: boolean;
  /** nobody is known to be signed in yet: don't fetch, and treat no set as active */
  waiting: boolean;
}

/** This tab's active set and its rows. */
export function usePreparedSet({ takesScreen, waiting }: Screen): PreparedSet | undefined {
  const client = useQueryClient();
  const active = useSyncExternalStore(onSwitch, activeSet, () => undefined);
  const set = waiting ? undefined : active;
  const { data: rows = NONE } = useQuery({
    queryKey: [name, "items", set?.id],
    // Most visits have no active set, and need none of this code.
    queryFn: async () => (await import("./queries.ts")).readPreparedRows(set?.id ?? ""),
    enabled: set !== undefined,
  });
  useEffect(() => onPrepared(() => void client.invalidateQueries({ queryKey: [name] })), [client]);
  return useMemo(() => set && { set, rows, takesScreen }, [set, rows, takesScreen]);
}
