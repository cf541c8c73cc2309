import { lazy, Suspense } from "react";
import { usePrepared } from "#app/admin-kit/prepared/prepared.ts";
import { cx } from "#app/ui/cx.ts";

const SetBar = lazy(async () => ({ default: (await import("./bar.tsx")).SetBar }));

interface PlaceProps {
  takesScreen: boolean;
}

/** Reserves the bar's space, so nothing shifts: on screens that have one, or with a set active. */
const Place = ({ takesScreen }: PlaceProps) => (
  <div
    aria-hidden
    className={cx(
      "h-[3.0625rem] border-b border-line pointer-coarse:h-[3.5625rem]",
      !takesScreen && "hidden in-set:block",
    )}
  />
);

/**
 * The bar above screens that save into sets, and above every screen while a set is active. Its code
 * loads with the first of them. @param takesScreen as in PreparedSet
 */
export function SetHead({ takesScreen, waiting }: PlaceProps & { waiting: boolean }) {
  const prepared = usePrepared();
  const place = <Place takesScreen={takesScreen} />;
  if (waiting) return place;
  if (!takesScreen && !prepared) return null;
  return (
    <Suspense fallback={place}>
      <SetBar takesScreen={takesScreen} />
    </Suspense>
  );
}
