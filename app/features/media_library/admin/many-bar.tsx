import RotateCcw from "lucide-react/icons/rotate-ccw";
import Trash2 from "lucide-react/icons/trash-2";
import { confirmDelete } from "#app/admin-kit/dialogs/confirm.tsx";
import { Names } from "#app/admin-kit/selection/names.tsx";
import { SelectionBar } from "#app/admin-kit/selection/selection-bar.tsx";
import { countItems, useMany } from "#app/admin-kit/selection/use-many.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import {
  deleteAll,
  deletePermanently,
  type ListedFile,
  mediaLibrary,
  restoreAll,
  usesOf,
} from "../queries.ts";
import { MediaUses } from "./media-uses.tsx";

interface ManyBarProps {
  /** the selected files */
  files: readonly ListedFile[];
  onClear: () => void;
  /** a single file is deleted like with its own button */
  onDeleteOne: (file: ListedFile) => void;
}

const words = MESSAGES.many;
const ITEMS = { one: "file", many: "files" };
const nameOf = ({ original_filename }: ListedFile) => original_filename;
const TO_TRASH = { run: deleteAll, done: words.deleted, failed: words.deleteFailed };
const BACK = { run: restoreAll, done: words.restored, failed: words.restoreFailed };
const FOREVER = {
  run: deletePermanently,
  done: words.permanentlyDeleted,
  failed: words.deleteFailed,
};

/** Moves several files to the trash, restores them, or deletes them permanently. */
export function ManyBar({ files, onClear, onDeleteOne }: ManyBarProps) {
  const many = useMany(mediaLibrary.name, ITEMS, nameOf);
  const isTrash = files.some(({ purge_at }) => purge_at);
  const count = countItems(ITEMS, files.length);

  async function remove() {
    const [only] = files;
    if (only && files.length === 1) return onDeleteOne(only);
    try {
      const uses = await usesOf(files);
      const details = (then: string) => (
        <>
          <Names names={files.map(nameOf)} />
          <div className="mt-3">
            <MediaUses uses={uses} then={then} />
          </div>
        </>
      );
      confirmDelete(
        isTrash
          ? {
              by: "dialog",
              title: `Delete ${count} permanently?`,
              label: "This action cannot be undone.",
              details: details("where they will no longer appear"),
              onConfirm: () => many.act(files, { ...FOREVER, after: onClear }),
            }
          : {
              by: "dialog",
              title: `Delete ${count}?`,
              label: "They move to the trash. You can restore them for 30 days.",
              details: details("where they stay until they are permanently deleted"),
              onConfirm: () => many.act(files, { ...TO_TRASH, undo: BACK, after: onClear }),
            },
      );
    } catch (cause) {
      toast.failure(words.deleteFailed(count), cause);
    }
  }
  return (
    <SelectionBar items={ITEMS.many} count={count} isBusy={many.isPending} onClear={onClear}>
      {isTrash && (
        <Button size="sm" onClick={() => many.act(files, { ...BACK, after: onClear })}>
          <RotateCcw aria-hidden className="size-4" />
          Restore
        </Button>
      )}
      <Button size="sm" look="danger-ghost" onClick={() => void remove()}>
        <Trash2 aria-hidden className="size-4" />
        {isTrash ? "Delete permanently" : "Delete"}
      </Button>
    </SelectionBar>
  );
}
