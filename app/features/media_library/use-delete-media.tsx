import { useQueryClient } from "@tanstack/react-query";
import { useDelete } from "#app/components/admin/use-resource-actions.ts";
import { toast } from "#app/components/ui/toast.tsx";
import type { MediaFile, MediaUse } from "#app/lib/database.types.ts";
import { MESSAGES } from "#app/lib/errors.ts";
import { labelFromKey } from "#app/lib/formats.ts";
import { deleteMedia, mediaLibrary, mediaUsage } from "./queries.ts";

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
      const uses = await client.fetchQuery({
        queryKey: [mediaLibrary.name, "usage", file.id],
        queryFn: () => mediaUsage(file),
        staleTime: 0,
      });
      remove(file, {
        by: "dialog",
        title: "Delete this file?",
        label: `${file.original_filename} will be deleted for good. This action cannot be undone.`,
        details: <Usage uses={uses} />,
      });
    } catch (cause) {
      toast.failure(MESSAGES.media.deleteFailed, cause);
    }
  };
}

function Usage({ uses }: { uses: readonly MediaUse[] }) {
  if (uses.length === 0) return <p className="mt-3">It is not used on the website.</p>;
  return (
    <div className="mt-3 rounded-md bg-warning-soft px-3 py-2 text-ink">
      <p className="font-medium">
        It is used in {uses.length === 1 ? "one place" : `${uses.length} places`}, which will have
        no file then:
      </p>
      <ul className="mt-1 list-disc pl-5">
        {uses.map((use) => (
          <li key={use.row_id}>{placeOf(use)}</li>
        ))}
      </ul>
    </div>
  );
}

/** "home / hero / image_url" in the words of the screens where it can be changed. */
export function placeOf({ source, place }: MediaUse): string {
  const screen = source === "site_settings" ? "Site Settings" : "Content Editor";
  return [screen, ...place.split(" / ").map(labelFromKey)].join(" › ");
}
