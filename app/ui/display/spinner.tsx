import { cx } from "#app/ui/cx.ts";

interface SpinnerProps {
  /** read by screen readers; omit it where nearby text says the same */
  label?: string;
  className?: string;
}

/** A spinning ring; under reduced motion it pulses instead. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span role={label ? "status" : undefined} className="inline-grid place-items-center">
      <span aria-hidden className={cx("spinner size-4", className)} />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

/** The full-screen centered spinner of protected screens (rule R-5). */
export function ScreenSpinner({ label = "Loading…" }: { label?: string }) {
  return (
    <div className="grid min-h-dvh place-items-center text-accent">
      <Spinner label={label} className="size-9" />
    </div>
  );
}
