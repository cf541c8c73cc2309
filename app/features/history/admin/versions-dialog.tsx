import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { RowPlace } from "#app/admin-kit/forms/row-history.tsx";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { usePrepared } from "#app/admin-kit/prepared/prepared.ts";
import { useStaffName } from "#app/admin-kit/resource/use-staff-name.ts";
import type { HistoryEntry, HistorySelection } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { listVersions, look, name, PAGE_SIZE, restore } from "../queries.ts";
import { actorName } from "../words.ts";
import { Values } from "./values.tsx";

interface VersionsDialogProps {
  place: RowPlace;
  open: boolean;
  onClose: () => void;
}

const WORDS = { INSERT: "Added", UPDATE: "Changed", DELETE: "Deleted" };

/**
 * The versions of a field or a row, newest first: author, time and word diff. They are those of the
 * live site, so they are read-only while changes are saved to a set.
 */
export function VersionsDialog({ place, open, onClose }: VersionsDialogProps) {
  const isLive = usePrepared() === undefined;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="lg"
      title={`Versions of ${place.name}`}
      description={
        isLive
          ? "Newest first. Restoring a version adds a change that you can undo."
          : "Newest first, from the live site. To restore one, save to the live site."
      }
    >
      <DialogBody>
        {open && <VersionList place={place} isLive={isLive} onRestored={onClose} />}
      </DialogBody>
      <DialogFooter>
        <Link
          to={`/admin/history?${new URLSearchParams({ kind: place.table, row: place.row })}`}
          className="text-sm pointer-coarse:py-3"
        >
          All changes to this item
        </Link>
      </DialogFooter>
    </Dialog>
  );
}

interface VersionListProps {
  place: RowPlace;
  isLive: boolean;
  onRestored: () => void;
}

function VersionList({ place, isLive, onRestored }: VersionListProps) {
  const client = useQueryClient();
  const { table, row, field } = place;
  const nameOf = useStaffName();
  const query = useInfiniteQuery({
    queryKey: [name, "versions", table, row, field],
    queryFn: ({ pageParam }) => listVersions(table, row, field, pageParam),
    initialPageParam: null as HistoryEntry | null,
    getNextPageParam: ({ entries }) => (entries.length === PAGE_SIZE ? entries.at(-1) : undefined),
    staleTime: 0,
  });
  const back = useMutation({
    mutationFn: async (to: Pick<HistorySelection, "after" | "from">) => {
      const what = { kind: table, row, ...(field && { field }), ...to };
      // Expect the version this list was loaded for, because later edits were not seen.
      const version = query.data?.pages[0]?.version ?? null;
      const steps = await look(what);
      await restore(
        what,
        steps.map((step) => ({ ...step, version })),
      );
    },
    onSuccess: () => {
      toast.success(MESSAGES.history.restored);
      onRestored();
    },
    onError: (cause) => toast.failure(MESSAGES.history.restore(cause), cause),
    onSettled: () => client.invalidateQueries(),
  });
  const goBack = useOneAtATime(back.mutateAsync);
  return (
    <ListStates
      query={query}
      explain={MESSAGES.history.load}
      loading={<SkeletonList count={2} label="Loading versions…" itemClassName="h-24" />}
      empty={({ pages }) =>
        pages[0]?.entries.length === 0 ? (
          <EmptyState title="No earlier versions">No changes since it was added.</EmptyState>
        ) : undefined
      }
    >
      {({ pages }) => (
        <ol className="divide-y divide-line">
          {pages
            .flatMap(({ entries }) => entries)
            .map((entry, place) => (
              <li key={entry.id} className="grid gap-3 py-4 first:pt-0">
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <p className="flex min-w-0 flex-wrap items-center gap-2 text-sm wrap-anywhere">
                    <span className="font-medium">
                      {actorName(entry.actor, entry.actor_email, nameOf)}
                    </span>
                    <span className="text-ink-2">{formatTime(entry.changed_at)}</span>
                    <Badge>{entry.note ?? WORDS[entry.operation]}</Badge>
                  </p>
                  {place === 0 ? (
                    <span className="text-sm text-ink-2">
                      {isLive ? "Current version" : "Live version"}
                    </span>
                  ) : (
                    isLive && (
                      <RestoreButton
                        entry={entry}
                        pending={back.isPending && back.variables.after === entry.id}
                        onRestore={() => goBack({ after: entry.id })}
                      />
                    )
                  )}
                </div>
                <Words entry={entry} field={field} />
              </li>
            ))}
          {query.hasNextPage ? (
            <li className="grid justify-items-center py-4">
              <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show older versions
              </Button>
            </li>
          ) : (
            isLive && (
              <First entry={pages.at(-1)?.entries.at(-1)} onRestore={(from) => goBack({ from })} />
            )
          )}
        </ol>
      )}
    </ListStates>
  );
}

interface RestoreButtonProps {
  entry: HistoryEntry;
  pending: boolean;
  onRestore: () => void;
}

const RestoreButton = ({ entry, pending, onRestore }: RestoreButtonProps) => (
  <Button size="sm" pending={pending} onClick={onRestore}>
    Restore version<span className="sr-only">: {formatTime(entry.changed_at)}</span>
  </Button>
);

/** The value before the oldest known change. */
const First = ({
  entry,
  onRestore,
}: {
  entry: HistoryEntry | undefined;
  onRestore: (from: string) => void;
}) =>
  entry?.operation === "UPDATE" && (
    <li className="flex flex-wrap items-center justify-between gap-4 py-4">
      <p className="text-sm text-ink-2">Original version</p>
      <Button size="sm" onClick={() => onRestore(entry.id)}>
        Restore version<span className="sr-only">: original version</span>
      </Button>
    </li>
  );

/** A change's diff, or an added row's value. */
function Words({ entry, field }: { entry: HistoryEntry; field: string | undefined }) {
  const columns = field ? [field] : entry.operation === "UPDATE" ? entry.fields : [];
  const { table_name, before, after } = entry;
  return (
    columns.length > 0 && (
      <Values table={table_name} before={before} after={after} columns={columns} />
    )
  );
}
