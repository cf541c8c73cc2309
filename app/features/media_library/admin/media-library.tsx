import UploadIcon from "lucide-react/icons/upload";
import { useEffect } from "react";
import { copyUrl } from "#app/admin-kit/dialogs/copy.ts";
import { useOpened } from "#app/admin-kit/dialogs/use-opened.ts";
import { NEW, useOpenedRow } from "#app/admin-kit/dialogs/use-opened-row.ts";
import { useList } from "#app/admin-kit/lists/list-params.ts";
import { type Filter, ListToolbar } from "#app/admin-kit/lists/list-toolbar.tsx";
import { SelectAll } from "#app/admin-kit/selection/select-all.tsx";
import { useSelection } from "#app/admin-kit/selection/use-selection.ts";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { useAccess } from "#app/lib/access/use-access.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Pagination } from "#app/ui/display/pagination.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { urlOf } from "../files.ts";
import { clearLeftovers, type ListedFile, mediaLibrary, PAGE_SIZE, type Show } from "../queries.ts";
import { useDrop } from "../upload/use-drop.ts";
import { useUploads } from "../upload/use-uploads.ts";
import { MediaCard } from "./media-card.tsx";
import { MediaGrid } from "./media-grid.tsx";
import { useDeleteMedia, useTrashEmptied } from "./use-delete-media.tsx";

const SHOWN: { value: Show; label: string }[] = [
  { value: "", label: "All files" },
  { value: "image", label: "Images" },
  { value: "no-alt", label: "Images without alt text" },
  { value: "film-sound", label: "Videos and audio" },
  { value: "document", label: "Documents" },
  { value: "trash", label: "Trash" },
];
const FILTERS: Filter[] = [{ name: "show", label: "Show", choices: SHOWN }];
/** The trash is for who may restore from it. */
const WITHOUT_TRASH: Filter[] = [
  { name: "show", label: "Show", choices: SHOWN.filter(({ value }) => value !== "trash") },
];

// Most visits only look something up, so the dialogs load when they are first opened.
const UploadDialog = onDemand(
  async () => (await import("../upload/upload-dialog.tsx")).UploadDialog,
);
const EditMediaDialog = onDemand(
  async () => (await import("./edit-media-dialog.tsx")).EditMediaDialog,
);
const ReplaceMediaDialog = onDemand(
  async () => (await import("./replace-media-dialog.tsx")).ReplaceMediaDialog,
);
const ManyBar = onDemand(async () => (await import("./many-bar.tsx")).ManyBar);
const NONE: readonly ListedFile[] = [];

/** The media screen: find, upload, describe, replace and delete files. Others than editors only find. */
export function MediaLibrary() {
  const { editContent } = useAccess();
  const filters = editContent ? FILTERS : WITHOUT_TRASH;
  const list = useList<ListedFile>(mediaLibrary, { pageSize: PAGE_SIZE, filters });
  const page = list.query.data;
  const editing = useOpenedRow("edit", page?.rows, mediaLibrary);
  const replacing = useOpenedRow("replace", page?.rows, mediaLibrary);
  const uploading = useOpened("upload");
  const uploads = useUploads();
  const deleting = useDeleteMedia();
  const isTrash = list.filterValues.show === "trash";
  useTrashEmptied(isTrash);

  const rows = page?.rows ?? NONE;
  const selection = useSelection({
    params: list.params,
    rows,
    total: page?.total ?? 0,
    isTurning: list.query.isPlaceholderData,
  });
  const chosen = selection.of(rows);
  const ask = (file: ListedFile) => void deleting.ask(file);

  const openUpload = () => uploading.openAt(NEW);
  const dropping = useDrop((files) => {
    if (!editContent) return;
    uploads.add(files);
    if (!uploading.open) openUpload();
  });
  useEffect(() => void clearLeftovers(), []);

  return (
    <>
      <PageHeader
        badge={page && <Badge>{formatCount(page.total)}</Badge>}
        actions={
          editContent && (
            <Button look="primary" onClick={openUpload}>
              <UploadIcon aria-hidden />
              Upload
            </Button>
          )
        }
      />
      <ListToolbar
        search={{ label: "Search files", ...list.search }}
        filters={filters}
        filterValues={list.filterValues}
        onFilter={list.setFilter}
      />
      {editContent && rows.length > 0 && (
        <div className="mb-2 pl-2">
          <SelectAll rows={rows} selection={selection}>
            Select all
          </SelectAll>
        </div>
      )}
      {chosen.length > 0 && <ManyBar files={chosen} onClear={selection.clear} onDeleteOne={ask} />}
      <MediaGrid
        query={list.query}
        narrowed={list.narrowed}
        isTrash={isTrash && list.params.q.trim() === ""}
        onUpload={editContent ? openUpload : undefined}
        card={(file) => (
          <MediaCard
            key={file.id}
            file={file}
            selection={editContent ? selection : undefined}
            onCopy={(one) => void copyUrl(urlOf(one))}
            onEdit={(one) => editing.openAt(one.id)}
            onReplace={(one) => replacing.openAt(one.id)}
            onDelete={ask}
            onRestore={deleting.restore}
          />
        )}
      />
      <Pagination
        page={list.params.page}
        pageSize={PAGE_SIZE}
        total={page?.total ?? 0}
        onPage={list.setPage}
      />
      {editContent && (
        <>
          <UploadDialog uploads={uploads} open={uploading.open} onClose={uploading.close} />
          <EditMediaDialog file={editing.row} open={editing.open} onClose={editing.close} />
          <ReplaceMediaDialog
            file={replacing.row}
            open={replacing.open}
            onClose={replacing.close}
          />
          {dropping && <DropHint />}
        </>
      )}
    </>
  );
}

function DropHint() {
  return (
    <div className="pointer-events-none fixed inset-0 z-60 grid place-items-center bg-brand-night/80 p-6">
      <p className="grid place-items-center rounded-xl border-2 border-dashed border-white px-12 py-10 font-display text-xl font-semibold text-white">
        Drop files to upload them
      </p>
    </div>
  );
}
