import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import type { SetStep } from "#app/lib/data/database.types.ts";
import { type ActiveSet, notifyPrepared } from "#app/lib/data/sets/active-set.ts";
import { SET_MESSAGES } from "#app/lib/errors/set-messages.ts";
import { cx } from "#app/ui/cx.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { AlertDialog } from "#app/ui/overlays/alert-dialog.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { splitOrders } from "../orders.ts";
import { name } from "../sets/key.ts";
import { decideItem, discardSet, dropItems, isConflict, reviewSet } from "../sets/queries.ts";
import { Answer, ReviewState } from "./answer.tsx";
import { ReviewOrder, ReviewStep } from "./step.tsx";
import { commentsOn, offersOf } from "./words.ts";

interface ReviewDialogProps {
  open: boolean;
  set: ActiveSet;
  onClose: () => void;
  onPublish: () => void;
  /** shows the site with the set */
  onPreview: () => void;
  /** asks for a colleague to review the set */
  onSend: () => void;
  /** the whole set was discarded */
  onDiscarded: () => void;
}

/** Each change of a set, live compared with prepared. One change, or all, can be discarded. */
export function ReviewDialog({ open, set, ...actions }: ReviewDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={actions.onClose}
      width="lg"
      tall
      title={`Review of ${set.name}`}
      description="The live version is struck through; the changes are highlighted."
    >
      <Review set={set} {...actions} />
    </Dialog>
  );
}

function Review({
  set,
  onClose,
  onPublish,
  onPreview,
  onSend,
  onDiscarded,
}: Omit<ReviewDialogProps, "open">) {
  const [asking, setAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [name, "review", set.id],
    queryFn: () => reviewSet(set.id),
    staleTime: 0,
    gcTime: 0,
  });
  const change = useMutation({
    mutationFn: (settled: { step: SetStep; keep: "live" | "prepared" } | { drop: SetStep[] }) =>
      "drop" in settled
        ? dropItems(set.id, settled.drop)
        : decideItem(set.id, settled.step, settled.keep),
    onError: (cause) => toast.failure(SET_MESSAGES.change(cause), cause),
    // The fields behind show what remains of the set.
    onSettled: () => {
      notifyPrepared();
      return client.invalidateQueries({ queryKey: [name] });
    },
  });
  const settle = useOneAtATime(change.mutateAsync);
  const discardAll = useMutation({
    mutationFn: () => discardSet(set.id),
    onSuccess: () => {
      onClose();
      onDiscarded();
      toast.success(SET_MESSAGES.discarded(set.name));
    },
    onError: (cause) => toast.failure(SET_MESSAGES.change(cause), cause),
  });
  const discard = useOneAtATime(discardAll.mutateAsync);
  const { items = [], comments = [] } = query.data ?? {};
  const { reorders, rest } = splitOrders(items);
  const conflicts = items.filter(isConflict).length;
  const offers = offersOf(query.data, conflicts);
  const busy = change.isPending || discardAll.isPending;
  const unready = busy || items.length === 0;
  return (
    <>
      <DialogBody>
        <ListStates
          query={query}
          explain={SET_MESSAGES.review}
          loading={<SkeletonList count={2} label="Loading the review…" itemClassName="h-24" />}
          empty={(review) =>
            review?.items.length ? undefined : (
              <EmptyState title="No changes yet">
                Changes you save to this set appear here.
              </EmptyState>
            )
          }
        >
          {(review) => (
            <>
              {review && (
                <ReviewState
                  of={review}
                  onPreview={onPreview}
                  onAnswer={() => field.current?.focus()}
                />
              )}
              <ul className="divide-y divide-line">
                {reorders.map((reorder) => (
                  <ReviewOrder
                    key={reorder.table}
                    reorder={reorder}
                    set={set.id}
                    comments={commentsOn(comments, reorder.steps)}
                    busy={busy}
                    onDiscard={() => settle({ drop: reorder.steps })}
                  />
                ))}
                {rest.map((step) => (
                  <ReviewStep
                    key={step.id}
                    step={step}
                    set={set.id}
                    comments={commentsOn(comments, [step])}
                    busy={busy}
                    onDecide={(keep) => settle({ step, keep })}
                    onDiscard={() => settle({ drop: [step] })}
                  />
                ))}
              </ul>
              {review && <Answer of={review} field={field} />}
            </>
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
          Discard set
        </Button>
        <p
          role="status"
          className={cx(
            "self-center text-sm text-ink-2",
            // On a phone, above the buttons.
            offers.obstacle && "max-sm:order-last max-sm:w-full",
          )}
        >
          {offers.obstacle}
        </p>
        {offers.send && (
          <Button disabled={unready} onClick={onSend}>
            Send for review…
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
        <Button
          // A reviewer's first choice is the answer.
          look={offers.approve ? "secondary" : "primary"}
          disabled={unready || offers.obstacle !== undefined}
          onClick={onPublish}
        >
          Publish
        </Button>
      </DialogFooter>
      <AlertDialog
        open={asking}
        title={`Discard ${set.name}?`}
        description="All changes in this set will be lost. The live site stays as it is."
        confirmLabel="Discard set"
        danger
        pending={discardAll.isPending}
        onConfirm={() => discard()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
