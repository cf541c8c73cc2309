import UploadIcon from "lucide-react/icons/upload";
import { useEffect, useRef } from "react";
import { useUnsaved, type Warning } from "#app/admin-kit/dialogs/unsaved.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { UploadPanel } from "./upload-panel.tsx";
import type { Uploads } from "./use-uploads.ts";

/** The warning for leaving during an upload. */
export const UPLOADING: Warning = {
  title: "Stop uploading?",
  description: "Files that haven't finished uploading won't be added to the library.",
  confirmLabel: "Stop uploading",
  cancelLabel: "Keep uploading",
};

/** The warning when only failed files are left. */
const LEFT_OVER: Warning = {
  title: "Close without the failed files?",
  description: "Files that failed to upload won't be added to the library.",
  confirmLabel: "Close",
  cancelLabel: "Stay",
};

interface UploadDialogProps {
  uploads: Uploads;
  open: boolean;
  onClose: () => void;
}

/** Uploads one or more files; closes automatically when all have finished. */
export function UploadDialog({ uploads, open, onClose }: UploadDialogProps) {
  const { uploads: files, open: ready, underWay, clear, start } = uploads;
  const some = files.some(({ state }) => state === "done");
  const arrived = files.length > 0 && files.every(({ state }) => state === "done");
  useUnsaved(
    ready.length > 0 || underWay,
    ["upload"],
    underWay ? UPLOADING : some ? LEFT_OVER : undefined,
  );

  // Only once: going back takes a moment, and a second call would leave the screen.
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (open && arrived) close.current();
  }, [open, arrived]);
  useEffect(() => {
    if (!open) clear();
  }, [open, clear]);

  return (
    <Dialog open={open} onClose={onClose} title="Upload files">
      <DialogBody>
        <UploadPanel uploads={uploads} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{some && !underWay ? "Done" : "Cancel"}</Button>
        <Button
          look="primary"
          disabled={ready.length === 0}
          focusableWhenDisabled={files.length > 0}
          onClick={() => start(ready.map(({ id }) => id))}
        >
          <UploadIcon aria-hidden />
          {ready.length > 1 ? `Upload ${ready.length} files` : "Upload"}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
