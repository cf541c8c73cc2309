import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useUnsaved } from "#app/admin-kit/dialogs/unsaved.tsx";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import type { MediaFile } from "#app/lib/data/database.types.ts";
import { MEDIA_MESSAGES } from "#app/lib/errors/media-messages.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { readBrowserConfig } from "#app/lib/page/browser-config.ts";
import { formatBytes } from "#app/lib/text/formats.ts";
import { Progress } from "#app/ui/display/progress.tsx";
import { Skeleton } from "#app/ui/display/skeleton.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { ChooseFiles } from "#app/ui/inputs/choose-files.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { ACCEPT, ACCEPT_IMAGES, declaredType, kindOf, whyNot } from "../files.ts";
import { mediaLibrary, replaceFile, usageQuery } from "../queries.ts";
import { UPLOADING } from "../upload/upload-dialog.tsx";
import { whyNotPicture } from "../upload/why-not-picture.ts";
import { MediaUses } from "./media-uses.tsx";
import { KindIcon, Thumbnail } from "./thumbnail.tsx";

interface ReplaceMediaDialogProps {
  file: MediaFile | undefined;
  open: boolean;
  onClose: () => void;
}

/** Replaces the file. Everything that uses its URL shows the new one. */
export function ReplaceMediaDialog({ file, open, onClose }: ReplaceMediaDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Replace file"
      description="The URL, alt text and caption stay the same. Recent visitors may see the old file for up to an hour."
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
  const { mutateAsync, isPending } = useMutation({
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
      toast.success(MEDIA_MESSAGES.updated);
      allowLeaving();
      await client.invalidateQueries({ queryKey: [mediaLibrary.name] });
    },
    onError: (cause) => {
      if (cancel.current?.signal.aborted) return;
      setProblem(reason(cause));
      toast.failure(MEDIA_MESSAGES.uploadFailed, cause);
    },
  });
  const replace = useOneAtATime(mutateAsync);
  useEffect(() => () => cancel.current?.abort(new Error("cancelled")), []);
  const allowLeaving = useUnsaved(isPending, ["replace"], UPLOADING);
  const kind = kindOf(file.mime_type);
  const uses = useQuery({ ...usageQuery(file), staleTime: 0 });

  function choose(files: FileList) {
    const next = files[0];
    const refused = next && whyNot(next, readBrowserConfig().mediaMaxBytes, kind);
    setProblem(refused);
    setChosen(refused ? undefined : next);
    if (next && !refused) void refusePicture(next);
  }

  async function refusePicture(next: File) {
    const refused = await whyNotPicture(next);
    if (!refused) return;
    setProblem(refused);
    setChosen((now) => (now === next ? undefined : now));
  }

  return (
    <>
      <DialogBody>
        <div className="grid grid-cols-2 gap-4">
          <Side title="Now" name={file.original_filename} bytes={file.file_size}>
            <Thumbnail file={file} sizes="16rem" className="aspect-4/3 rounded-md" />
          </Side>
          <Side title="New" name={chosen?.name} bytes={chosen?.size}>
            <NewPicture file={chosen} />
          </Side>
        </div>
        <div>
          <ChooseFiles
            label={chosen ? "Choose another file" : "Choose a new file"}
            accept={kind === "image" ? ACCEPT_IMAGES : ACCEPT}
            disabled={isPending}
            onFiles={choose}
          />
          {kind === "image" && <p className="mt-2 text-xs text-ink-2">{MEDIA_MESSAGES.cleaned}</p>}
        </div>
        {uses.data ? (
          <MediaUses uses={uses.data} then="which will show the new file" />
        ) : uses.isError ? (
          <p className="text-sm text-danger">
            Failed to check where this file is used: {reason(uses.error)}.
          </p>
        ) : (
          <Skeleton className="h-5 w-64" />
        )}
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
          // A callback of this call, because these end with the form: it must not close another file's.
          onClick={() => chosen && replace(chosen, { onSuccess: onDone })}
        >
          Replace
        </Button>
      </DialogFooter>
    </>
  );
}

interface SideProps {
  title: string;
  name: string | undefined;
  bytes: number | undefined;
  children: ReactNode;
}

const Side = ({ title, name, bytes = 0, children }: SideProps) => (
  <figure className="grid content-start gap-1.5 text-sm">
    <figcaption className="font-medium">{title}</figcaption>
    {children}
    {name ? (
      <p className="wrap-anywhere">
        <span className="line-clamp-2">{name}</span>
        <span className="font-mono text-2xs text-ink-2">{formatBytes(bytes)}</span>
      </p>
    ) : (
      <p className="text-ink-2">No file chosen</p>
    )}
  </figure>
);

/** A preview of the chosen picture before upload; an icon for other files. */
function NewPicture({ file }: { file: File | undefined }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file || kindOf(declaredType(file)) !== "image") return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <div className="relative grid aspect-4/3 place-items-center overflow-hidden rounded-md bg-paper-2">
      {file && <KindIcon mimeType={declaredType(file)} className="size-12" />}
      {url && (
        <img
          src={url}
          alt="New file preview"
          onError={() => setUrl(undefined)}
          className="absolute inset-0 size-full bg-paper-2 object-contain"
        />
      )}
    </div>
  );
}
