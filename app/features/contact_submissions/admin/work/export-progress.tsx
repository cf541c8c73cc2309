import { formatCount } from "#app/lib/text/formats.ts";
import { Progress } from "#app/ui/display/progress.tsx";
import { Button } from "#app/ui/inputs/button.tsx";

interface ExportProgressProps {
  done: number;
  /** 0 while unknown */
  total: number;
  onCancel: () => void;
}

/** Shows how many leads are exported so far. */
export function ExportProgress({ done, total, onCancel }: ExportProgressProps) {
  return (
    <div className="flex items-end gap-3">
      <div className="w-44">
        <Progress
          label={`Exporting ${formatCount(done)} of ${formatCount(total)}`}
          value={total > 0 ? done : null}
          max={Math.max(total, 1)}
          showValue={false}
        />
      </div>
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
