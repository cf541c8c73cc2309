import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useDelete, useRestore } from "#app/admin-kit/resource/use-actions.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
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
const words = MESSAGES.media;
const failed = { remove: () => words.deleteFailed };

/** Moves to the trash, restores, or deletes permanently; first shows where the file is used. */
export function useDeleteMedia() {
  const client = useQueryClient();
  const toTrash = useDelete<ListedFile>({
    name,
    remove: deleteMedia,
    restore: restoreMedia,
    messages: { ...failed, deleted: words.deleted },
  });
  const forever = useDelete<ListedFile>({
    name,
    remove: (file) => deletePermanently([file]),
    messages: { ...failed, deleted: words.permanentlyDeleted },
  });
  const restore = useRestore<ListedFile>({ name, restore: restoreMedia });

  const ask = async (file: ListedFile) => {
    try {
      const uses = await client.fetchQuery({ ...usageQuery(file), staleTime: 0 });
      const details = (then: string) => <MediaUses uses={uses} then={then} />;
      if (file.purge_at)
        forever(file, {
          by: "dialog",
          title: "Delete permanently?",
          label: `${file.original_filename} will be permanently deleted. This action cannot be undone.`,
          details: details("which will lose it"),
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
  return { ask, restore };
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
