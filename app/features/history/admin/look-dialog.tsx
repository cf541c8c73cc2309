import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import type { HistorySelection, HistoryStep } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { splitOrders } from "../orders.ts";
import { look, name, restore } from "../queries.ts";
import { changesIn, isConflict } from "../sets/queries.ts";
import type { Verb } from "../words.ts";
import { OrderStep, Step } from "./step.tsx";

/** What was only deleted is restored, everything else is undone. */
const WORDS = {
  Undo: {
    description: "Review before undoing.",
    nothing: "Nothing to undo",
    action: (count: number) => `Undo ${changesIn(count)}`,
    pending: "Undoing...",
    done: MESSAGES.history.undone,
    failed: MESSAGES.history.undo,
  },
  Restore: {
    description: "Review before restoring.",
    nothing: "Nothing to restore",
    action: (count: number) =>
      count > 1 ? `Restore ${formatCount(count)} items` : "Restore version",
    pending: "Restoring...",
    done: MESSAGES.history.restored,
    failed: MESSAGES.history.restore,
  },
};

interface LookDialogProps {
  /** what to undo; undefined: closed */
  what: HistorySelection | undefined;
  title: string;
  verb: Verb;
  onClose: () => void;
}

const keyOf = ({ table_name, row_id }: HistoryStep) => `${table_name} ${row_id}`;

/** Previews what restoring would change, row by row, with the button that does it. */
export function LookDialog({ what, title, verb, onClose }: LookDialogProps) {
  const [pending, setPending] = useState(false);
  return (
    <Dialog
      open={what !== undefined}
      onClose={onClose}
      locked={pending}
      width="lg"
      title={title}
      description={WORDS[verb].description}
    >
      {what && <Look what={what} verb={verb} onClose={onClose} onPending={setPending} />}
    </Dialog>
  );
}

interface LookProps {
  what: HistorySelection;
  verb: Verb;
  onClose: () => void;
  onPending: (pending: boolean) => void;
}

function Look({ what, verb, onClose, onPending }: LookProps) {
  const client = useQueryClient();
  const words = WORDS[verb];
  const query = useQuery({
    queryKey: [name, "look", what],
    queryFn: () => look(what),
    staleTime: 0,
    gcTime: 0,
  });
  /** where the person's choice differs from the default */
  const [otherwise, setOtherwise] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isChosen = (step: HistoryStep) => otherwise.get(keyOf(step)) ?? !isConflict(step);
  const choose = (steps: readonly HistoryStep[], yes: boolean) =>
    setOtherwise(new Map([...otherwise, ...steps.map((step) => [keyOf(step), yes] as const)]));
  const { reorders, rest } = splitOrders(query.data ?? []);
  const chosen = (query.data ?? []).filter((step) => step.obstacle === null && isChosen(step));
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => restore(what, chosen),
    onMutate: () => onPending(true),
    onSuccess: () => {
      toast.success(words.done);
      onClose();
    },
    onError: (cause) => toast.failure(words.failed(cause), cause),
    onSettled: () => {
      onPending(false);
      // Anything on screen may be out of date now: lists, texts, settings, and this preview.
      return client.invalidateQueries();
    },
  });
  const undo = useOneAtATime(mutateAsync);
  return (
    <>
      <DialogBody>
        <ListStates
          query={query}
          explain={MESSAGES.history.look}
          loading={<SkeletonList count={2} label="Loading changes…" itemClassName="h-24" />}
          empty={(steps) =>
            steps.length === 0 ? (
              <EmptyState title={words.nothing}>
                Everything already matches the earlier version.
              </EmptyState>
            ) : undefined
          }
        >
          {() => (
            <ul className="divide-y divide-line">
              {reorders.map((reorder) => (
                <OrderStep
                  key={reorder.table}
                  reorder={reorder}
                  chosen={reorder.steps.every(isChosen)}
                  onChoose={(yes) => choose(reorder.steps, yes)}
                />
              ))}
              {rest.map((step) => (
                <Step
                  key={keyOf(step)}
                  step={step}
                  chosen={isChosen(step)}
                  onChoose={(yes) => choose([step], yes)}
                />
              ))}
            </ul>
          )}
        </ListStates>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button
          look="primary"
          disabled={chosen.length === 0}
          pending={isPending}
          pendingLabel={words.pending}
          onClick={() => undo()}
        >
          {words.action(chosen.length)}
        </Button>
      </DialogFooter>
    </>
  );
}
