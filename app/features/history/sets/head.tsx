import { lazy, Suspense } from "react";
import { usePrepared } from "#app/admin-kit/prepared/prepared.ts";

const SetBar = lazy(async () => ({ default: (await import("./bar.tsx")).SetBar }));

/** Keeps the bar's place, so that nothing moves when it comes. */
const Waiting = () => (
  <div aria-hidden className="h-[3.0625rem] border-b border-line pointer-coarse:h-[3.5625rem]" />
);

/**
 * The bar at the head of the screens that save into sets, and of every screen while a set is on; its code
 * comes with the first of them. @param takesScreen as in PreparedSet
 */
export function SetHead({ takesScreen }: { takesScreen: boolean }) {
  const prepared = usePrepared();
  if (!takesScreen && !prepared) return null;
  return (
    <Suspense fallback={<Waiting />}>
      <SetBar takesScreen={takesScreen} />
    </Suspense>
  );
}
