import { useEffect, useMemo } from "react";
import { keepProgress } from "./kept-progress.ts";
import { isUnderWay, useFirstHour } from "./queries.ts";
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
  useEffect(() => {
    if (data && isUnderWay(hour.data))
      keepProgress(data.steps.filter(({ done }) => done).length, data.steps.length);
  }, [data, hour.data]);
  return {
    data,
    error: hour.error ?? rows.error,
    isPending: !data && (hour.isPending || rows.isPending),
    isRefetching: hour.isFetching || rows.isFetching,
    refetch: () => Promise.all([hour.refetch(), rows.refetch()]),
  };
}
