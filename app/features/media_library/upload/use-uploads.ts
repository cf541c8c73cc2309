import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { MediaFile } from "#app/lib/data/database.types.ts";
import { MEDIA_MESSAGES } from "#app/lib/errors/media-messages.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { readBrowserConfig } from "#app/lib/page/browser-config.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { declaredType, kindOf, whyNot } from "../files.ts";
import { addFile, mediaLibrary } from "../queries.ts";
import { draftOf, type MediaDraft, mediaDetails } from "../schema.ts";
import { whyNotPicture } from "./why-not-picture.ts";

/** Two at a time: one slow file doesn't block the rest, and the connection isn't overloaded. */
const AT_ONCE = 2;

export interface Upload {
  id: string;
  file: File;
  draft: MediaDraft;
  /** an object URL of the picture */
  preview: string | undefined;
  state: "chosen" | "refused" | "waiting" | "sending" | "failed" | "cancelled" | "done";
  /** 0 to 1 */
  progress: number;
  /** why it was refused or failed */
  reason?: string;
}

const isOpen = ({ state }: Upload) =>
  state === "chosen" || state === "failed" || state === "cancelled";
const isUnderWay = ({ state }: Upload) => state === "waiting" || state === "sending";

/**
 * Uploads into the library: choose, describe, send. A failure keeps the file and its typed texts.
 * @param onUploaded called with each uploaded file
 */
export function useUploads(onUploaded?: (row: MediaFile) => void) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({ mutationFn: addFile });
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const latest = useRef(uploads);
  latest.current = uploads;
  const cancels = useRef(new Map<string, AbortController>());
  const queue = useRef<string[]>([]);
  const running = useRef(0);
  const arrived = useRef<string[]>([]);

  const patch = useCallback(
    (id: string, changes: Partial<Upload>) =>
      setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one))),
    [],
  );

  /** Refuses an invalid picture. One already sending fails with the same message. */
  const refuse = useCallback(
    (id: string, why: string) =>
      setUploads((all) =>
        all.map((one) =>
          one.id === id && one.state === "chosen" ? { ...one, state: "refused", reason: why } : one,
        ),
      ),
    [],
  );

  const add = useCallback(
    (files: Iterable<File>) => {
      const { mediaMaxBytes } = readBrowserConfig();
      // Copy at once: a file input's list is emptied as soon as this returns.
      const added = Array.from(files, (file) => chosen(file, mediaMaxBytes));
      setUploads((before) => [...before.filter(({ state }) => state !== "done"), ...added]);
      for (const { id, file, state } of added)
        if (state === "chosen") void whyNotPicture(file).then((why) => why && refuse(id, why));
    },
    [refuse],
  );

  const remove = useCallback((id: string) => {
    cancels.current.get(id)?.abort(new Error("cancelled"));
    setUploads((all) => all.filter((one) => one.id !== id || forgetPreview(one)));
  }, []);

  const clear = useCallback(() => {
    queue.current = [];
    for (const cancel of cancels.current.values()) cancel.abort(new Error("cancelled"));
    setUploads((all) => all.filter(forgetPreview));
  }, []);
  useEffect(() => clear, [clear]);

  async function send(id: string) {
    const upload = latest.current.find((one) => one.id === id);
    if (!upload) return;
    const { data: details, error } = mediaDetails.safeParse(upload.draft);
    if (error) return patch(id, { state: "failed", reason: error.issues[0]?.message });
    const cancel = new AbortController();
    cancels.current.set(id, cancel);
    /** false once it was retried: a canceled attempt can still be cleaning up */
    const isLatest = () => cancels.current.get(id) === cancel;
    patch(id, { state: "sending", progress: 0, reason: undefined });
    try {
      const row = await mutateAsync({
        file: upload.file,
        details,
        signal: cancel.signal,
        onProgress: (progress) => patch(id, { progress }),
      });
      patch(id, { state: "done", progress: 1 });
      arrived.current.push(upload.file.name);
      void client.invalidateQueries({ queryKey: [mediaLibrary.name] });
      // Canceled too late: the file is in the library, but isn't wanted anymore.
      if (!cancel.signal.aborted) onUploaded?.(row);
    } catch (cause) {
      if (isLatest()) stopped(upload, cause, cancel.signal);
    } finally {
      if (isLatest()) cancels.current.delete(id);
    }
  }

  function stopped({ id, file }: Upload, cause: unknown, { aborted }: AbortSignal) {
    if (aborted) return patch(id, { state: "cancelled" });
    patch(id, { state: "failed", reason: reason(cause) });
    toast.error(MEDIA_MESSAGES.uploadFailed, { description: `${file.name}: ${reason(cause)}` });
  }

  async function work() {
    if (running.current >= AT_ONCE) return;
    running.current += 1;
    for (let id = queue.current.shift(); id; id = queue.current.shift()) await send(id);
    running.current -= 1;
    if (running.current === 0) notifyUploaded();
  }

  /** One toast for all files sent together. */
  function notifyUploaded() {
    const names = arrived.current.splice(0);
    if (names.length === 0) return;
    const description = names.length === 1 ? names[0] : `${names.length} files`;
    toast.success(MEDIA_MESSAGES.uploaded, { description });
  }

  function start(ids: readonly string[]) {
    for (const id of ids) {
      patch(id, { state: "waiting", reason: undefined });
      queue.current.push(id);
      void work();
    }
  }

  function cancel(id: string) {
    queue.current = queue.current.filter((one) => one !== id);
    patch(id, { state: "cancelled" });
    cancels.current.get(id)?.abort(new Error("cancelled"));
  }

  return {
    uploads,
    open: useMemo(() => uploads.filter(isOpen), [uploads]),
    underWay: uploads.some(isUnderWay),
    add,
    remove,
    clear,
    describe: (id: string, draft: MediaDraft) => patch(id, { draft }),
    start,
    cancel,
  };
}

export type Uploads = ReturnType<typeof useUploads>;

let count = 0;

function chosen(file: File, maxBytes: number): Upload {
  const refused = whyNot(file, maxBytes);
  return {
    id: String(++count),
    file,
    draft: draftOf(),
    preview:
      !refused && kindOf(declaredType(file)) === "image" ? URL.createObjectURL(file) : undefined,
    state: refused ? "refused" : "chosen",
    progress: 0,
    reason: refused,
  };
}

/** A filter callback that drops the upload and revokes its preview's object URL. */
function forgetPreview({ preview }: Upload): false {
  if (preview) URL.revokeObjectURL(preview);
  return false;
}
