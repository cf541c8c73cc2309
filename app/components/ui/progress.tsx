import { Progress as Base } from "@base-ui/react/progress";

interface ProgressProps {
  label: string;
  /** 0 to `max`; null while the end is unknown */
  value: number | null;
  max?: number;
  showValue?: boolean;
  /** only said: what stands above shows label and value already */
  hideLabel?: boolean;
}

export function Progress({
  label,
  value,
  max = 100,
  showValue = true,
  hideLabel = false,
}: ProgressProps) {
  return (
    <Base.Root value={value} max={max} className="grid gap-1.5">
      <div className={hideLabel ? "sr-only" : "flex justify-between gap-3 text-xs text-ink-2"}>
        <Base.Label className="min-w-0 truncate">{label}</Base.Label>
        {showValue && <Base.Value className="font-mono" />}
      </div>
      <Base.Track className="h-2 overflow-hidden rounded-full border border-line-strong bg-paper-3">
        <Base.Indicator className="h-full bg-brand transition-[width] data-indeterminate:w-1/3 data-indeterminate:animate-pulse forced-colors:bg-[Highlight]" />
      </Base.Track>
    </Base.Root>
  );
}
