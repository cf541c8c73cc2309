import { lazy, type ReactNode, Suspense } from "react";
import { cx } from "#app/ui/cx.ts";
import { Skeleton } from "#app/ui/display/skeleton.tsx";

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
}

export interface SelectProps<Value extends string> {
  choices: readonly Choice<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** the accessible name when no Field labels it */
  label?: string;
  disabled?: boolean;
  className?: string;
}

// A quarter of a screen's script budget: loaded only when one is shown, mostly in a dialog.
const LoadedSelect = lazy(() => import("./loaded-select.tsx")) as <Value extends string>(
  props: SelectProps<Value>,
) => ReactNode;

/** Picks one of a few choices. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  return (
    <Suspense fallback={<Skeleton className={cx("h-9 pointer-coarse:h-11", props.className)} />}>
      <LoadedSelect {...props} />
    </Suspense>
  );
}
