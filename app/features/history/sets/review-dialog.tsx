import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import type { SetStep } from "#app/lib/data/database.types.ts";
import { type ActiveSet, tellPrepared } from "#app/lib/data/sets/active-set.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { AlertDialog } from "#app/ui/overlays/alert-dialog.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { name } from "./key.ts";
import { decideItem, discardSet, dropItem, isConflict, reviewSet } from "./queries.ts";
import { ReviewStep } from "./review-step.tsx";

interface ReviewDialogProps {
  open: boolean;
  set: ActiveSet;
  onClose: () => void;
  onPublish: () => void;
  /** the whole set is gone */
  onDiscarded: () => void;
}

/** Each change of a set, live against prepared; one can be discarded, or all of them. */
export function ReviewDialog({ open, set, onClose, onPublish, onDiscarded }: ReviewDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="lg"
      title={`Review of ${set.name}`}
      description="What is live is struck through, what was prepared is marked."
    >
      <Review set={set} onClose={onClose} onPublish={onPublish} onDiscarded={onDiscarded} />
    </Dialog>
  );
}

function Review({ set, onClose, onPublish, onDiscarded }: Omit<ReviewDialogProps, "open">) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [name, "review", set.id],
    queryFn: () => reviewSet(set.id),
    staleTime: 0,
    gcTime: 0,
  });
  const change = useMutation({
    mutationFn: ({ step, keep }: { step: SetStep; keep?: "live" | "prepared" }) =>
      keep ? decideItem(set.id, step, keep) : dropItem(set.id, step),
    onError: (cause) => toast.failure(MESSAGES.sets.change(cause), cause),
    // The fields behind show what is left of the set.
    onSettled: () => {
      tellPrepared();
      return client.invalidateQueries({ queryKey: [name] });
    },
  });
  const settle = useOneAtATime(change.mutateAsync);
  const discardAll = useMutation({
    mutationFn: () => discardSet(set.id),
    onSuccess: () => {
      onClose();
      onDiscarded();
      toast.success(MESSAGES.sets.discarded(set.name));
    },
    onError: (cause) => toast.failure(MESSAGES.sets.change(cause), cause),
  });
  const discard = useOneAtATime(discardAll.mutateAsync);
  const items = query.data?.items ?? [];
  const conflicts = items.filter(isConflict).length;
  const busy = change.isPending || discardAll.isPending;
  return (
    <>
      <DialogBody>
        <ListStates
          query={query}
          explain={MESSAGES.sets.review}
          loading={<SkeletonList count={2} label="Loading the review…" itemClassName="h-24" />}
          empty={(review) =>
            review?.items.length ? undefined : (
              <EmptyState title="Nothing in it yet">
                What you save while the set is on is listed here.
              </EmptyState>
            )
          }
        >
          {(review) => (
            <ul className="divide-y divide-line">
              {review?.items.map((step) => (
                <ReviewStep
                  key={step.id}
                  step={step}
                  busy={busy}
                  onDecide={(keep) => settle({ step, keep })}
                  onDiscard={() => settle({ step })}
                />
              ))}
            </ul>
          )}
        </ListStates>
      </DialogBody>
      <DialogFooter>
        <Button
          look="danger-ghost"
          className="mr-auto"
          disabled={busy}
          onClick={() => setAsking(true)}
        >
          Discard the set
        </Button>
        <p role="status" className="self-center text-sm text-ink-2">
          {conflicts > 0 && `${conflicts} to decide first`}
        </p>
        <Button onClick={onClose}>Close</Button>
        <Button
          look="primary"
          disabled={busy || items.length === 0 || conflicts > 0}
          onClick={onPublish}
        >
          Publish
        </Button>
      </DialogFooter>
      <AlertDialog
        open={asking}
        title={`Discard ${set.name}?`}
        description="Everything that was prepared in it is thrown away. The live site stays as it is."
        confirmLabel="Discard the set"
        danger
        pending={discardAll.isPending}
        onConfirm={() => discard()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
