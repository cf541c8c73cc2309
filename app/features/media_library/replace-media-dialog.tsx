import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useUnsaved } from "#app/components/admin/unsaved.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/components/ui/dialog.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { toast } from "#app/components/ui/toast.tsx";
import { readBrowserConfig } from "#app/lib/browser-config.tsx";
import type { MediaFile } from "#app/lib/database.types.ts";
import { MESSAGES, reason } from "#app/lib/errors.ts";
import { formatBytes } from "#app/lib/formats.ts";
import { ChooseFiles } from "./choose-files.tsx";
import { ACCEPT, ACCEPT_IMAGES, kindOf, whyNot } from "./files.ts";
import { mediaLibrary, replaceFile } from "./queries.ts";
import { Thumbnail } from "./thumbnail.tsx";
import { UPLOADING } from "./upload-dialog.tsx";

export interface ReplaceMediaDialogProps {
  file: MediaFile | undefined;
  open: boolean;
  onClose: () => void;
}

/** Another file in the place of this one: what uses its address shows the new one. */
export function ReplaceMediaDialog({ file, open, onClose }: ReplaceMediaDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Replace file"
      description="Its URL, alt text and caption stay. Pages that use it show the new file; someone who saw the old one may see it for up to an hour."
    >
      {file && <ReplaceForm key={file.id} file={file} onDone={onClose} />}
    </Dialog>
  );
}

function ReplaceForm({ file, onDone }: { file: MediaFile; onDone: () => void }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState(0);
  const cancel = useRef<AbortController>(undefined);
  const { mutate, isPending } = useMutation({
    mutationFn: (next: File) => {
      setProgress(0);
      setProblem(undefined);
      cancel.current = new AbortController();
      return replaceFile(file, {
        file: next,
        signal: cancel.current.signal,
        onProgress: setProgress,
      });
    },
    onSuccess: async () => {
      toast.success(MESSAGES.media.updated);
      letGo();
      await client.invalidateQueries({ queryKey: [mediaLibrary.name] });
      onDone();
    },
    onError: (cause) => {
      if (cancel.current?.signal.aborted) return;
      setProblem(reason(cause));
      toast.failure(MESSAGES.media.uploadFailed, cause);
    },
  });
  const letGo = useUnsaved(isPending, ["replace"], UPLOADING);
  const kind = kindOf(file.mime_type);

  function choose(files: FileList) {
    const next = files[0];
    const refused = next && whyNot(next, readBrowserConfig().mediaMaxBytes, kind);
    setProblem(refused);
    setChosen(refused ? undefined : next);
  }

  return (
    <>
      <DialogBody>
        <div className="grid grid-cols-[6rem_1fr] items-center gap-4">
          <Thumbnail file={file} sizes="6rem" className="aspect-square rounded-md" />
          <div className="grid gap-1 text-sm">
            <p className="font-medium wrap-anywhere">{file.original_filename}</p>
            <p className="font-mono text-2xs text-ink-2">{formatBytes(file.file_size)}</p>
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <ChooseFiles
            label="Choose the new file"
            accept={kind === "image" ? ACCEPT_IMAGES : ACCEPT}
            disabled={isPending}
            onFiles={choose}
          />
          {chosen && (
            <p className="text-sm wrap-anywhere">
              {chosen.name} <span className="font-mono text-2xs">{formatBytes(chosen.size)}</span>
            </p>
          )}
        </div>
        {isPending && <Progress label="Uploading…" value={Math.floor(progress * 100)} />}
        <div role="alert" className="empty:hidden">
          {problem && <p className="text-sm text-danger">{problem}</p>}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button
          onClick={() => (isPending ? cancel.current?.abort(new Error("cancelled")) : onDone())}
        >
          Cancel
        </Button>
        <Button
          look="primary"
          disabled={!chosen}
          pending={isPending}
          onClick={() => chosen && mutate(chosen)}
        >
          Replace
        </Button>
      </DialogFooter>
    </>
  );
}
