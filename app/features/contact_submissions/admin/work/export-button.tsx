import Download from "lucide-react/icons/download";
import { useEffect, useRef, useState } from "react";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import type { LeadQuery } from "../queries.ts";
import { counted } from "../words.ts";

const ExportProgress = onDemand(async () => (await import("./export-progress.tsx")).ExportProgress);

interface ExportButtonProps {
  query: LeadQuery;
  disabled: boolean;
}

/** Exports all pages of the filtered list as a CSV file. Shows progress and can be canceled. */
export function ExportButton({ query, disabled }: ExportButtonProps) {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    running.current = new AbortController();
    const { signal } = running.current;
    setProgress({ done: 0, total: 0 });
    try {
      const { exportCsv, saveCsv } = await import("./export.ts");
      const { file, rows } = await exportCsv(query, signal, (done, total) => {
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
  return <ExportProgress {...progress} onCancel={() => running.current?.abort()} />;
}
