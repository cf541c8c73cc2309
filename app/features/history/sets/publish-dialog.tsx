import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import type { ActiveSet } from "#app/lib/data/sets/active-set.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { AlertDialog } from "#app/ui/overlays/alert-dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { name } from "./key.ts";
import { changesIn, isConflict, publishSet, reviewSet, undoPublishing } from "./queries.ts";

interface PublishDialogProps {
  open: boolean;
  set: ActiveSet;
  onClose: () => void;
  /** something must be decided first */
  onReview: () => void;
  onPublished: () => void;
}

/** Asks before a set is published, and offers Undo afterwards. */
export function PublishDialog({ open, set, onClose, onReview, onPublished }: PublishDialogProps) {
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
      toast.success(MESSAGES.sets.published(set.name), {
        description: changesIn(changed),
        action: change ? { label: "Undo", onClick: () => void undo(client, change) } : undefined,
      });
    },
    onError: (cause) => toast.failure(MESSAGES.sets.publish(cause), cause),
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
  return (
    <AlertDialog
      open={open}
      title={`Publish ${set.name}?`}
      description={
        review.error
          ? MESSAGES.sets.review(review.error)
          : `This makes ${changesIn(items.length)} live right away. You can undo everything together in History.`
      }
      confirmLabel={review.error ? "Try again" : "Publish now"}
      pending={isPending || (!isKnown && !review.error)}
      onConfirm={() => (review.data ? publish(review.data.set) : void review.refetch())}
      onCancel={onClose}
    />
  );
}

/** Undoes a publishing, and shows the result. */
async function undo(client: QueryClient, change: string) {
  try {
    await undoPublishing(change);
    toast.success(MESSAGES.history.restored);
  } catch (cause) {
    toast.failure(MESSAGES.history.restore(cause), cause);
  } finally {
    void client.invalidateQueries();
  }
}
