import { useMemo } from "react";
import { useFirstHour } from "./queries.ts";
import { usePublicRows } from "./read-public.ts";
import { progressOf } from "./rule/steps.ts";

/** Where the first hour stands, of what visitors read now and what people said; as a query tells it. */
export function useProgress() {
  const hour = useFirstHour();
  const rows = usePublicRows();
  const data = useMemo(
    () => (hour.data && rows.data ? progressOf(rows.data, hour.data) : undefined),
    [hour.data, rows.data],
  );
  return {
    data,
    error: hour.error ?? rows.error,
    isPending: !data && (hour.isPending || rows.isPending),
    isRefetching: hour.isFetching || rows.isFetching,
    refetch: () => Promise.all([hour.refetch(), rows.refetch()]),
  };
}
