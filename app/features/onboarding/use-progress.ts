import { useEffect, useMemo } from "react";
import { isUnderWay, useOnboarding } from "./queries.ts";
import { usePublicRows } from "./read-public.ts";
import { progressOf } from "./rule/steps.ts";
import { storeProgress } from "./stored-progress.ts";

/** Onboarding progress, from public content and staff decisions, as a query result. */
export function useProgress() {
  const hour = useOnboarding();
  const rows = usePublicRows();
  const data = useMemo(
    () => (hour.data && rows.data ? progressOf(rows.data, hour.data) : undefined),
    [hour.data, rows.data],
  );
  useEffect(() => {
    if (data && isUnderWay(hour.data))
      storeProgress(data.steps.filter(({ done }) => done).length, data.steps.length);
  }, [data, hour.data]);
  return {
    data,
    error: hour.error ?? rows.error,
    isPending: !data && (hour.isPending || rows.isPending),
    isRefetching: hour.isFetching || rows.isFetching,
    refetch: () => Promise.all([hour.refetch(), rows.refetch()]),
  };
}
