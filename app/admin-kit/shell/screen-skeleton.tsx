import { Skeleton } from "#app/ui/display/skeleton.tsx";
import { PageHeader } from "./page-header.tsx";

/** What every screen says at its head. */
export interface ScreenHead {
  title: string;
  description: string;
}

/** What stands below the head until there is something to show: its measures are those of the screen. */
export interface ScreenShape {
  /** of the button in the head, a class; left out where there is none */
  action?: string;
  /** the row of tabs, or the search above a list with so many choices beside it */
  above?: "tabs" | number;
  /** the classes of each part, from above */
  parts: readonly string[];
  /** the grid that the parts lie in */
  grid?: string;
  /** the screen takes all the width there is */
  wide?: true;
}

function Above({ above }: { above: "tabs" | number }) {
  if (above === "tabs") return <Skeleton className="mb-5 h-10.5 pointer-coarse:h-13.5" />;
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      <Skeleton className="h-9 flex-1 basis-full lg:max-w-sm lg:basis-64 pointer-coarse:h-11" />
      {Array.from(Array(above).keys(), (place) => (
        <Skeleton key={place} className="h-9 w-38 pointer-coarse:h-11" />
      ))}
    </div>
  );
}

interface ScreenSkeletonProps {
  head: ScreenHead;
  shape: ScreenShape;
}

/** A screen before anything is known: its head, and the place of what comes. */
export function ScreenSkeleton({ head, shape }: ScreenSkeletonProps) {
  const { action, above, parts, grid = "grid gap-3", wide } = shape;
  return (
    <>
      <PageHeader
        {...head}
        actions={action && <Skeleton className={`h-9 pointer-coarse:h-11 ${action}`} />}
      />
      {above !== undefined && <Above above={above} />}
      <div role="status" data-wide={wide} className={grid}>
        <span className="sr-only">Loading…</span>
        {parts.map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change
          <Skeleton key={place} className={part} />
        ))}
      </div>
    </>
  );
}
