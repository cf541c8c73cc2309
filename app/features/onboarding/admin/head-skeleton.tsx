import { Skeleton } from "#app/ui/display/skeleton.tsx";

/** As high as the content that replaces it. */
export const HeadSkeleton = () => (
  <div role="status">
    <span className="sr-only">Checking for demo content…</span>
    <Skeleton className="h-36 sm:h-24" />
  </div>
);
