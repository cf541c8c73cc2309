import { Skeleton } from "#app/ui/display/skeleton.tsx";
import { PageHeader } from "./page-header.tsx";

/** The placeholder below the header while loading. Its dimensions match the screen's. */
export interface ScreenShape {
  /** the class of the header button; omitted if there is none */
  action?: string;
  /** the row of tabs, or a search field with this many filters next to it */
  above?: "tabs" | number;
  /** the class of each part, top to bottom */
  parts: readonly string[];
  /** the grid around the parts */
  grid?: string;
  /** the screen uses the full width */
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

/** A screen while it loads: its header, and placeholders. */
export function ScreenSkeleton({ shape }: { shape: ScreenShape }) {
  const { action, above, parts, grid = "grid gap-3", wide } = shape;
  return (
    <>
      <PageHeader
        actions={action && <Skeleton className={`h-9 pointer-coarse:h-11 ${action}`} />}
      />
      {above !== undefined && <Above above={above} />}
      <div role="status" data-wide={wide} className={grid}>
        <span className="sr-only">Loading…</span>
        {parts.map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items never change
          <Skeleton key={place} className={part} />
        ))}
      </div>
    </>
  );
}
