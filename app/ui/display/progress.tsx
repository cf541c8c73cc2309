import { useId } from "react";
import { cx } from "#app/ui/cx.ts";

interface ProgressProps {
  label: string;
  /** 0 to `max`; null while the total is unknown */
  value: number | null;
  max?: number;
  showValue?: boolean;
  /** replaces the percentage for screen readers */
  valueText?: string;
  /** for screen readers only: label and value are already visible above */
  hideLabel?: boolean;
}

/** A progress bar in percent, named by its label. */
export function Progress({
  label,
  value,
  max = 100,
  showValue = true,
  valueText,
  hideLabel = false,
}: ProgressProps) {
  const id = useId();
  const percent =
    value === null ? undefined : Math.round((Math.min(Math.max(value, 0), max) / max) * 100);
  return (
    <div className="grid gap-1.5">
      <div className={hideLabel ? "sr-only" : "flex justify-between gap-3 text-xs text-ink-2"}>
        <span id={id} className="min-w-0 truncate">
          {label}
        </span>
        {showValue && !hideLabel && percent !== undefined && (
          <span aria-hidden className="font-mono">
            {percent}%
          </span>
        )}
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value ?? undefined}
        aria-valuetext={valueText ?? (percent === undefined ? undefined : `${percent}%`)}
        className="h-2 overflow-hidden rounded-full border border-line-strong bg-paper-3"
      >
        <div
          style={{ width: percent === undefined ? undefined : `${percent}%` }}
          className={cx(
            "h-full bg-brand transition-[width] forced-colors:bg-[Highlight]",
            percent === undefined && "w-1/3 animate-pulse",
          )}
        />
      </div>
    </div>
  );
}
