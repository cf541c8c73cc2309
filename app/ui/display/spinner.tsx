import { cx } from "#app/ui/cx.ts";

interface SpinnerProps {
  /** said by a screen reader; leave out where words beside it say the same */
  label?: string;
  className?: string;
}

/** A turning ring; under reduced motion it breathes instead. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span role={label ? "status" : undefined} className="inline-grid place-items-center">
      <span aria-hidden className={cx("spinner size-4", className)} />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

/** The full-screen centred spinner of protected screens (rule R-5). */
export function ScreenSpinner({ label = "Loading…" }: { label?: string }) {
  return (
    <div className="grid min-h-dvh place-items-center text-accent">
      <Spinner label={label} className="size-9" />
    </div>
  );
}
