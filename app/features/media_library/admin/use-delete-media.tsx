import { useQueryClient } from "@tanstack/react-query";
import { useDelete } from "#app/admin-kit/resource/use-actions.ts";
import type { MediaFile } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { deleteMedia, mediaLibrary, usageQuery } from "../queries.ts";
import { MediaUses } from "./media-uses.tsx";

/** Asks, and says first where the file is used: what is deleted can't be brought back. */
export function useDeleteMedia() {
  const client = useQueryClient();
  const remove = useDelete<MediaFile>({
    name: mediaLibrary.name,
    remove: deleteMedia,
    messages: { remove: () => MESSAGES.media.deleteFailed, deleted: MESSAGES.media.deleted },
  });

  return async (file: MediaFile) => {
    try {
      const uses = await client.fetchQuery({ ...usageQuery(file), staleTime: 0 });
      remove(file, {
        by: "dialog",
        title: "Delete this file?",
        label: `${file.original_filename} will be deleted for good. This action cannot be undone.`,
        details: (
          <div className="mt-3">
            <MediaUses uses={uses} then="which will have no file then" />
          </div>
        ),
      });
    } catch (cause) {
      toast.failure(MESSAGES.media.deleteFailed, cause);
    }
  };
}
