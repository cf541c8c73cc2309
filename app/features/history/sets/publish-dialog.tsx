import {
  type QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { useStaffName } from "#app/admin-kit/resource/use-staff-name.ts";
import type { SetReview } from "#app/lib/data/database.types.ts";
import { type ActiveSet, activeSet } from "#app/lib/data/sets/active-set.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { SET_MESSAGES } from "#app/lib/errors/set-messages.ts";
import { onDemand } from "#app/ui/on-demand.tsx";
import { AlertDialog } from "#app/ui/overlays/alert-dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { cautions } from "../review/words.ts";
import { name } from "./key.ts";
import { changesIn, isConflict, publishSet, reviewSet, undoPublishing } from "./queries.ts";

const SetChecks = onDemand(
  async () => (await import("#app/admin-kit/checks/set-checks.tsx")).SetChecks,
);

interface PublishDialogProps {
  open: boolean;
  set: ActiveSet;
  onClose: () => void;
  /** something must be decided first */
  onReview: () => void;
  /** someone else must approve it first */
  onSend: () => void;
  onPublished: () => void;
}

/** Asks before a set is published, and offers Undo afterwards. */
export function PublishDialog({
  open,
  set,
  onClose,
  onReview,
  onSend,
  onPublished,
}: PublishDialogProps) {
  const client = useQueryClient();
  const review = useQuery({
    queryKey: [name, "review", set.id],
    queryFn: () => reviewSet(set.id),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
  });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: publishSet,
    onSuccess: ({ changed, change }) => {
      // Switching to the live site clears the toasts, so do it first.
      onPublished();
      toast.success(SET_MESSAGES.published(set.name), {
        description: changesIn(changed),
        // Undoing is a change without an approval.
        action:
          change && !review.data?.needs_approval
            ? { label: "Undo", onClick: () => void undo(client, change) }
            : undefined,
      });
    },
    onError: (cause) => toast.failure(SET_MESSAGES.publish(cause), cause),
    onSettled: () => {
      onClose();
      return client.invalidateQueries();
    },
  });
  const publish = useOneAtATime(mutateAsync);
  const items = review.data?.items ?? [];
  const conflicts = items.filter(isConflict).length;
  const isKnown = review.data !== undefined && !review.isFetching;
  if (isKnown && conflicts > 0)
    return (
      <AlertDialog
        open={open}
        title={`${set.name} can't be published yet`}
        description={`The live site was edited in the same places. Resolve ${changesIn(conflicts)} first.`}
        confirmLabel="Review"
        onConfirm={onReview}
        onCancel={onClose}
      />
    );
  const { needs_approval, is_approved, review: asked } = review.data ?? {};
  if (isKnown && needs_approval && !is_approved)
    return (
      <NeedsApproval
        open={open}
        set={set}
        waits={asked?.verdict === null}
        onReview={onReview}
        onSend={onSend}
        onClose={onClose}
      />
    );
  return (
    <AlertDialog
      open={open}
      title={`Publish ${set.name}?`}
      description={
        <div role="status">
          <WhatChanges review={review} />
        </div>
      }
      confirmLabel={review.error ? "Try again" : "Publish now"}
      pending={isPending}
      loading={!isKnown && !review.error}
      onConfirm={() => (review.data ? publish(review.data.set) : void review.refetch())}
      onCancel={onClose}
      // Once published, the button that opened this is gone.
      focusAfter={() => (!activeSet() && saveTo()) || true}
    >
      <SetChecks set={set.id} open={open && items.length > 0} onFollow={onClose} />
    </AlertDialog>
  );
}

/** What publishing does, and what speaks against it. */
function WhatChanges({ review: { data, error } }: { review: UseQueryResult<SetReview | null> }) {
  const nameOf = useStaffName();
  if (error) return SET_MESSAGES.review(error);
  if (data === undefined) return "Loading the changes…";
  const { items = [], needs_approval } = data ?? {};
  const undone = items.length === 1 ? "it" : "everything together";
  return (
    <>
      {`This makes ${changesIn(items.length)} live right away.${needs_approval ? "" : ` You can undo ${undone} in History.`}`}
      <ul className="list-disc pl-5 text-ink not-empty:mt-2">
        {cautions(data, nameOf).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

interface NeedsApprovalProps extends Omit<PublishDialogProps, "onPublished"> {
  /** whether it was sent for review, without an answer yet */
  waits: boolean;
}

/** Says what is missing before the set can be published, and leads there. */
const NeedsApproval = ({ open, set, waits, onReview, onSend, onClose }: NeedsApprovalProps) => (
  <AlertDialog
    open={open}
    title={`${set.name} needs approval first`}
    description={
      waits
        ? "It's waiting for a review. You can publish it once it's approved."
        : "Someone else has to approve it as it is now. Then you can publish it."
    }
    confirmLabel={waits ? "Open the review" : "Send for review…"}
    onConfirm={waits ? onReview : onSend}
    onCancel={onClose}
  />
);

/** Where the bar says what changes are saved to. */
export const saveTo = () =>
  document.querySelector<HTMLElement>("[aria-label='Where changes go'] [aria-label='Save to']");

/** Undoes a publishing, and shows the result. */
async function undo(client: QueryClient, change: string) {
  try {
    await undoPublishing(change);
    toast.success(MESSAGES.history.undone);
  } catch (cause) {
    toast.failure(MESSAGES.history.undo(cause), cause);
  } finally {
    void client.invalidateQueries();
  }
}
