import Download from "lucide-react/icons/download";
import { useState } from "react";
import type { FormLabels } from "#app/admin-kit/resource/form-labels.ts";
import type { AuditSelection } from "#app/lib/data/database.types.ts";
import { countOf } from "#app/lib/text/formats.ts";
import { download } from "#app/ui/download.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { AUDIT_LOG_MESSAGES } from "../messages.ts";

const words = AUDIT_LOG_MESSAGES;

interface DownloadButtonProps {
  what: AuditSelection;
  labels: FormLabels;
  disabled: boolean;
  /** the download is an entry itself */
  onDone: () => void;
}

/** Downloads the selected entries as a CSV file, and says when there are more than fit. */
export function DownloadButton({ what, labels, disabled, onDone }: DownloadButtonProps) {
  const [pending, setPending] = useState(false);

  async function start() {
    setPending(true);
    try {
      const { exportCsv } = await import("../export.ts");
      const { file, entries, more } = await exportCsv(what, labels);
      download(file, `audit-log-${new Date().toISOString().slice(0, 10)}.csv`);
      const those = countOf(entries, "entry", "entries");
      toast.success(more ? words.exportedPart(those) : words.exported(those));
      onDone();
    } catch (cause) {
      toast.failure(words.exportFailed, cause);
    } finally {
      setPending(false);
    }
  }

  return (
    <Button disabled={disabled} pending={pending} onClick={() => void start()}>
      <Download aria-hidden className="size-4" />
      Download CSV
    </Button>
  );
}
