import Download from "lucide-react/icons/download";
import { useEffect, useRef, useState } from "react";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { Progress } from "#app/ui/display/progress.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import type { Wanted } from "../queries.ts";
import { counted } from "../words.ts";

interface ExportButtonProps {
  wanted: Wanted;
  disabled: boolean;
}

/** Saves what the filter shows, all pages of it, as a CSV file; tells how far it is and can be stopped. */
export function ExportButton({ wanted, disabled }: ExportButtonProps) {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    running.current = new AbortController();
    const { signal } = running.current;
    setProgress({ done: 0, total: 0 });
    try {
      const { exportCsv, saveCsv } = await import("./export.ts");
      const { file, rows } = await exportCsv(wanted, signal, (done, total) => {
        if (!signal.aborted) setProgress({ done, total });
      });
      if (signal.aborted) return;
      saveCsv(file);
      toast.success(MESSAGES.submissions.exported(counted(rows)));
    } catch (cause) {
      if (!signal.aborted) toast.failure(MESSAGES.submissions.exportFailed, cause);
    } finally {
      setProgress(undefined);
    }
  }

  if (!progress)
    return (
      <Button disabled={disabled} onClick={() => void start()}>
        <Download aria-hidden className="size-4" />
        Export CSV
      </Button>
    );
  const { done, total } = progress;
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
      <Button size="sm" onClick={() => running.current?.abort()}>
        Cancel
      </Button>
    </div>
  );
}
