import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { ErrorState } from "#app/ui/display/states.tsx";

interface ListStatesProps<Data> {
  query: UseQueryResult<Data>;
  /** a spinner or a skeleton */
  loading: ReactNode;
  /** the error sentence for a failed load (rule X-4) */
  explain: (cause: unknown) => string;
  /** shown instead of the content; return undefined if there is content */
  empty?: (data: Data) => ReactNode | undefined;
  children: (data: Data) => ReactNode;
}

/** Shows loading, an error with retry, an empty state, or the content, dimmed on refresh. */
export function ListStates<Data>({
  query,
  loading,
  explain,
  empty,
  children,
}: ListStatesProps<Data>) {
  const { data, error, isPending, isPlaceholderData } = query;
  if (isPending) return loading;
  if (data === undefined) return <ErrorState message={explain(error)} query={query} />;
  return (
    <div
      aria-busy={isPlaceholderData || undefined}
      className={cx("grid gap-4 transition-opacity", isPlaceholderData && "opacity-50")}
    >
      {error && <ErrorState message={explain(error)} query={query} />}
      {empty?.(data) ?? children(data)}
    </div>
  );
}
