import Copy from "lucide-react/icons/copy";
import ExternalLink from "lucide-react/icons/external-link";
import Pencil from "lucide-react/icons/pencil";
import RefreshCw from "lucide-react/icons/refresh-cw";
import Trash from "lucide-react/icons/trash-2";
import Undo from "lucide-react/icons/undo-2";
import { type ReactNode, useId } from "react";
import { Versions } from "#app/admin-kit/forms/row-history.tsx";
import { SelectBox } from "#app/admin-kit/selection/select-box.tsx";
import type { Selection } from "#app/admin-kit/selection/use-selection.ts";
import type { MediaFile } from "#app/lib/data/database.types.ts";
import { formatBytes, formatDate } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { IconButton } from "#app/ui/inputs/button.tsx";
import { freshUrlOf, kindOf } from "../files.ts";
import type { ListedFile } from "../queries.ts";
import { MEDIA_LABELS } from "../schema.ts";
import { Thumbnail } from "./thumbnail.tsx";

/** On a phone a card is a row; from 30rem on, the picture is above the text. */
const SIZES = "(width < 30rem) 6rem, 16rem";

const ON_PICTURE = {
  look: "secondary",
  className: "!h-8 !w-8 pointer-coarse:!h-11 pointer-coarse:!w-11",
} as const;

/** A card's text about its file, in the library and in the picker. */
export function MediaFacts({ file, nameId }: { file: ListedFile; nameId?: string }) {
  return (
    <div className="grid min-w-0 content-start gap-1 p-3">
      <p
        id={nameId}
        title={file.original_filename}
        className="line-clamp-2 text-sm/5 font-medium wrap-anywhere text-ink"
      >
        {file.original_filename}
      </p>
      <p className="font-mono text-2xs text-ink-2">{formatBytes(file.file_size)}</p>
      {file.purge_at && (
        <p className="text-xs text-ink-2">Deletes permanently on {formatDate(file.purge_at)}</p>
      )}
      {file.alt_text ? (
        <p className="line-clamp-2 text-xs text-ink-2 wrap-anywhere">{file.alt_text}</p>
      ) : (
        kindOf(file.mime_type) === "image" && (
          <Badge tone={file.is_decorative ? "neutral" : "warning"} className="justify-self-start">
            {file.is_decorative ? MEDIA_LABELS.is_decorative : "No alt text"}
          </Badge>
        )
      )}
    </div>
  );
}

export interface MediaActions {
  /** undefined for people who may only look */
  selection: Selection<ListedFile> | undefined;
  onCopy: (file: MediaFile) => void;
  onEdit: (file: MediaFile) => void;
  onReplace: (file: MediaFile) => void;
  onDelete: (file: ListedFile) => void;
  onRestore: (file: ListedFile) => void;
}

/** Actions cover the picture on hover or focus; touch screens always show them. */
export function MediaCard({ file, selection, ...actions }: { file: ListedFile } & MediaActions) {
  const nameId = useId();
  const action = (label: string, icon: ReactNode, onClick: (file: ListedFile) => void) => (
    <IconButton
      label={label}
      icon={icon}
      {...ON_PICTURE}
      aria-describedby={nameId}
      onClick={() => onClick(file)}
    />
  );
  return (
    <li className="group relative grid grid-cols-[6rem_1fr] content-start overflow-hidden rounded-lg border border-line bg-surface focus-within:border-accent hover:border-line-strong sm:grid-cols-1">
      <Thumbnail
        file={file}
        sizes={SIZES}
        className="row-span-2 h-full min-h-24 border-r border-line sm:row-span-1 sm:aspect-4/3 sm:h-auto sm:border-r-0 sm:border-b"
      />
      {selection && (
        <div className="absolute top-1 left-1 rounded-md bg-surface/90 sm:top-2 sm:left-2">
          <SelectBox
            label={`Select ${file.original_filename}`}
            checked={selection.has(file.id)}
            onChange={(_, isRange) => selection.toggle(file.id, isRange)}
          />
        </div>
      )}
      <MediaFacts file={file} nameId={nameId} />
      <div className="col-start-2 flex flex-wrap gap-1 px-3 pb-3 sm:absolute sm:top-0 sm:right-0 sm:col-start-1 sm:p-2 sm:opacity-0 sm:transition-opacity sm:group-focus-within:opacity-100 sm:group-hover:opacity-100 sm:pointer-coarse:opacity-100">
        {!selection ? (
          <>
            {action("Open in a new tab", <ExternalLink aria-hidden />, (one) =>
              window.open(freshUrlOf(one), "_blank", "noreferrer"),
            )}
            {action("Copy URL", <Copy aria-hidden />, actions.onCopy)}
          </>
        ) : file.purge_at ? (
          <>
            {action("Restore", <Undo aria-hidden />, actions.onRestore)}
            {action("Delete permanently", <Trash aria-hidden />, actions.onDelete)}
          </>
        ) : (
          <>
            {action("Copy URL", <Copy aria-hidden />, actions.onCopy)}
            {action("Edit", <Pencil aria-hidden />, actions.onEdit)}
            {action("Replace", <RefreshCw aria-hidden />, actions.onReplace)}
            <Versions
              table="media_library"
              row={file.id}
              name={file.original_filename}
              button={ON_PICTURE}
            />
            {action("Delete", <Trash aria-hidden />, actions.onDelete)}
          </>
        )}
      </div>
    </li>
  );
}
