import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { PresenceNote } from "#app/admin-kit/presence/presence-note.tsx";
import type { ContactSubmission } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState, ErrorState, Notice } from "#app/ui/display/states.tsx";
import { Drawer } from "#app/ui/overlays/drawer.tsx";
import * as queries from "./queries.ts";

interface DetailDrawerProps {
  open: boolean;
  id: string;
  /** the rows of the list, so that what is known shows at once */
  rows: readonly ContactSubmission[] | undefined;
  /** it was deleted here: the drawer closes by itself, and what was typed into it goes with it */
  removed: boolean;
  onClose: () => void;
  children: (row: ContactSubmission) => ReactNode;
}

/** Until a mail that goes out by itself has gone, or has not. */
const LOOK_AGAIN_MS = 3_000;
const isMailOnItsWay = (row?: ContactSubmission | null) =>
  row?.mail_status === "pending" && row.mail_next_attempt_at !== null;

/** The drawer of one submission, also of one that is not on this page of the list. */
export function DetailDrawer({ open, id, rows, removed, onClose, children }: DetailDrawerProps) {
  const query = useQuery({
    queryKey: [queries.name, "row", id],
    queryFn: () => queries.get(id),
    enabled: open,
    placeholderData: () => rows?.find((row) => row.id === id),
    refetchInterval: ({ state }) => isMailOnItsWay(state.data) && LOOK_AGAIN_MS,
  });
  const { data } = query;
  const [seen, setSeen] = useState<ContactSubmission>();
  if (data && data !== seen) setSeen(data);
  // Deleted by someone else: a note may be half typed under it, so what was seen stays.
  const row = data ?? (seen?.id === id ? seen : undefined);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    // By now nothing of it is on the screen that would ask whether to leave.
    if (removed) close.current();
  }, [removed]);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      // The link that opened it is gone with its row: the keyboard starts again at the screen's top.
      returnFocus={() => (removed ? document.getElementById("main") : true)}
      title={row?.name ?? "Submission"}
      className="w-140"
    >
      {removed ? null : row ? (
        <>
          <div className="relative px-5 pt-4 has-[>:empty]:p-0">
            <PresenceNote table="contact_submissions" row={id} here={open} doing="open" />
          </div>
          {data === null && (
            <div className="px-5 pt-4">
              <Notice>
                This submission no longer exists: someone deleted it. What you typed can't be added
                any more, but can still be copied.
              </Notice>
            </div>
          )}
          {children(row)}
        </>
      ) : (
        <div className="p-5">
          <NothingToShow {...query} />
        </div>
      )}
    </Drawer>
  );
}

type NothingProps = Pick<UseQueryResult, "error" | "isPending" | "isFetching" | "refetch">;

function NothingToShow({ error, isPending, isFetching, refetch }: NothingProps) {
  if (isPending) return <SkeletonList count={4} label="Loading…" itemClassName="h-16" />;
  if (error)
    return (
      <ErrorState
        message={MESSAGES.submissions.load()}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <EmptyState title="This submission no longer exists">
      Someone deleted it, or the link is incomplete.
    </EmptyState>
  );
}
