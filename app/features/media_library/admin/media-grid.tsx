import type { UseQueryResult } from "@tanstack/react-query";
import Images from "lucide-react/icons/images";
import Trash from "lucide-react/icons/trash-2";
import Upload from "lucide-react/icons/upload";
import type { ReactNode } from "react";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import type { Page } from "#app/lib/data/table-store.ts";
import { MEDIA_MESSAGES } from "#app/lib/errors/media-messages.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import type { ListedFile } from "../queries.ts";

/** Rule M-1. */
const PLACEHOLDERS = 8;
/** As many columns as fit. */
const GRID =
  "grid gap-3 sm:grid-cols-[repeat(auto-fill,minmax(min(13.75rem,50%_-_0.5rem),1fr))] sm:gap-4";

interface MediaGridProps {
  query: UseQueryResult<Page<ListedFile>>;
  /** a search or filter is active, so 'nothing' means 'no match' */
  narrowed: boolean;
  /** shows the trash, without a search */
  isTrash?: boolean;
  /** undefined for people who may not upload */
  onUpload: (() => void) | undefined;
  card: (file: ListedFile) => ReactNode;
}

/** The files as cards, in every state (rules M-1 and M-6), for the library and the picker. */
export function MediaGrid({ query, narrowed, isTrash, onUpload, card }: MediaGridProps) {
  return (
    <ListStates
      query={query}
      explain={MEDIA_MESSAGES.load}
      loading={
        <SkeletonList
          count={PLACEHOLDERS}
          label="Loading media files…"
          className={GRID}
          itemClassName="h-28 rounded-lg sm:h-64"
        />
      }
      empty={({ total }) =>
        total > 0 ? undefined : isTrash ? (
          <EmptyState title="Trash is empty" icon={<Trash aria-hidden strokeWidth={1.5} />}>
            Deleted files stay here for 30 days.
          </EmptyState>
        ) : (
          <NoFiles narrowed={narrowed} onUpload={onUpload} />
        )
      }
    >
      {({ rows }) => <ul className={GRID}>{rows.map(card)}</ul>}
    </ListStates>
  );
}

function NoFiles({ narrowed, onUpload }: Pick<MediaGridProps, "narrowed" | "onUpload">) {
  return (
    <EmptyState
      title="No media files found"
      icon={<Images aria-hidden strokeWidth={1.5} />}
      action={
        narrowed || !onUpload ? undefined : (
          <Button look="primary" onClick={onUpload}>
            <Upload aria-hidden />
            Upload
          </Button>
        )
      }
    >
      {narrowed
        ? "No files match your search criteria."
        : onUpload && "Upload your first media file to get started."}
    </EmptyState>
  );
}
