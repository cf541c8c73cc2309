import { Skeleton } from "#app/ui/display/skeleton.tsx";

/** As high as what comes. */
export const HeadBones = () => (
  <div role="status">
    <span className="sr-only">Counting what is still the demo's…</span>
    <Skeleton className="h-36 sm:h-24" />
  </div>
);
