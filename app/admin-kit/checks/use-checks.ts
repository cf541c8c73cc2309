import { useQuery } from "@tanstack/react-query";
import { useContext, useState } from "react";
import { PreviewSite } from "#app/admin-kit/preview/site.ts";
import type { RunOptions } from "./run.ts";

interface ChecksOptions<Result> {
  queryKey: readonly unknown[];
  run: (options: RunOptions) => Promise<Result>;
  /** whether it starts at once, each time; otherwise `refetch` starts it, and its result is kept */
  now: boolean;
}

/** A check of the public pages, with its progress. Leaving the screen stops it. */
export function useChecks<Result>({ queryKey, run, now }: ChecksOptions<Result>) {
  const pages = useContext(PreviewSite)?.pages ?? [];
  const [progress, setProgress] = useState({ done: 0, total: 0 });
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      run({
        paths: pages.map(({ path }) => path),
        signal,
        onProgress: (done, total) => setProgress({ done, total }),
      }),
    enabled: now,
    retry: false,
    staleTime: now ? 0 : Number.POSITIVE_INFINITY,
    gcTime: now ? 0 : Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return { ...query, progress };
}
