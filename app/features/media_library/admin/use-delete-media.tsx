import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useDelete, useRestore } from "#app/admin-kit/resource/use-actions.ts";
import { isBusyElsewhere } from "#app/admin-kit/shell/keyboard.ts";
import { MEDIA_MESSAGES } from "#app/lib/errors/media-messages.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import {
  deleteMedia,
  deletePermanently,
  emptyTrash,
  type ListedFile,
  mediaLibrary,
  restoreMedia,
  usageQuery,
} from "../queries.ts";
import { MediaUses } from "./media-uses.tsx";

const { name } = mediaLibrary;
const words = MEDIA_MESSAGES;
const failed = { remove: () => words.deleteFailed };

/** Moves to the trash, restores, or deletes permanently; first shows where the file is used. */
export function useDeleteMedia() {
  const client = useQueryClient();
  const toTrash = useDelete<ListedFile>({
    name,
    here: () => ({ remove: deleteMedia, restore: restoreMedia }),
    messages: { ...failed, deleted: words.deleted },
  });
  const forever = useDelete<ListedFile>({
    name,
    here: () => ({ remove: (file) => deletePermanently([file]) }),
    messages: { ...failed, deleted: words.permanentlyDeleted },
  });
  const restore = useRestore<ListedFile>(name);

  const latest = useRef<symbol>(undefined);
  useEffect(
    () => () => {
      latest.current = undefined;
    },
    [],
  );

  const ask = async (file: ListedFile) => {
    const press = Symbol(file.id);
    latest.current = press;
    try {
      const uses = await client.fetchQuery({ ...usageQuery(file), staleTime: 0 });
      // Meanwhile the person pressed another "Delete", left the screen or opened a dialog.
      if (latest.current !== press || isBusyElsewhere()) return;
      const details = (then: string) => <MediaUses uses={uses} then={then} />;
      if (file.purge_at)
        forever(file, {
          by: "dialog",
          title: "Delete permanently?",
          label: `${file.original_filename} will be permanently deleted. This action cannot be undone.`,
          details: details("where it will no longer appear"),
        });
      else
        toTrash(file, {
          by: "dialog",
          title: "Delete file?",
          label: `${file.original_filename} moves to the trash. You can restore it for 30 days.`,
          details: details("where it stays until it is permanently deleted"),
        });
    } catch (cause) {
      toast.failure(words.deleteFailed, cause);
    }
  };
  return { ask, restore: (file: ListedFile) => restore(file, restoreMedia) };
}

/** Opening the trash deletes what has been there too long, for hosts without a scheduled job. */
export function useTrashEmptied(isTrash: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isTrash) return;
    emptyTrash()
      .then((some) => (some ? client.invalidateQueries({ queryKey: [name] }) : undefined))
      .catch((cause) => console.error("Error emptying the trash:", cause));
  }, [isTrash, client]);
}
