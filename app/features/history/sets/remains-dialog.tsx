import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useContext } from "react";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { ListNames } from "#app/admin-kit/resource/list-names.ts";
import type { ChangeSet, RemainingStep } from "#app/lib/data/database.types.ts";
import { SET_MESSAGES } from "#app/lib/errors/set-messages.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { Values } from "../admin/values.tsx";
import { kindName, rowName } from "../words.ts";
import { name } from "./key.ts";
import { decideRemaining, reviewRemains } from "./queries.ts";

interface RemainsDialogProps {
  open: boolean;
  set: ChangeSet;
  onClose: () => void;
}

/** Items edited while the set was live, so its end didn't revert them. Decided one by one. */
export const RemainsDialog = ({ open, set, onClose }: RemainsDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    width="lg"
    title={`${set.name} ended`}
    description="These items were edited while the set was live, so they weren't reverted. The live version is struck through. The version from before the set is highlighted."
  >
    <Remains set={set} onClose={onClose} />
  </Dialog>
);

function Remains({ set, onClose }: Omit<RemainsDialogProps, "open">) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [name, "remains", set.id],
    queryFn: () => reviewRemains(set.id),
    staleTime: 0,
    gcTime: 0,
  });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ step, keep }: { step: RemainingStep; keep: "live" | "before" }) =>
      decideRemaining(step, keep),
    onError: (cause) => toast.failure(SET_MESSAGES.change(cause), cause),
    // The screen behind shows live values.
    onSettled: () => client.invalidateQueries(),
  });
  const decide = useOneAtATime(mutateAsync);
  return (
    <>
      <DialogBody>
        <ListStates
          query={query}
          explain={SET_MESSAGES.review}
          loading={<SkeletonList count={1} label="Loading the review…" itemClassName="h-24" />}
          empty={(steps) =>
            steps.length ? undefined : <p className="text-sm text-ink-2">All done.</p>
          }
        >
          {(steps) => (
            <ul className="divide-y divide-line">
              {steps.map((step) => (
                <Remaining
                  key={step.id}
                  step={step}
                  busy={isPending}
                  onDecide={(keep) => decide({ step, keep })}
                />
              ))}
            </ul>
          )}
        </ListStates>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </>
  );
}

interface RemainingProps {
  step: RemainingStep;
  busy: boolean;
  onDecide: (keep: "live" | "before") => void;
}

function Remaining({ step, busy, onDecide }: RemainingProps) {
  const title = `${kindName(step.table_name, useContext(ListNames))}: ${rowName(step)}`;
  return (
    <li className="grid gap-3 py-4 first:pt-0">
      <h3 className="text-sm/6 font-medium wrap-anywhere">{title}</h3>
      {step.action === "update" ? (
        <Values table={step.table_name} before={step.present} after={step.target} />
      ) : (
        <p className="text-sm text-ink-2">{reasonOf(step)}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={busy} onClick={() => onDecide("live")}>
          Keep the live version<span className="sr-only"> {title}</span>
        </Button>
        {step.action && (
          <Button size="sm" disabled={busy} onClick={() => onDecide("before")}>
            {step.action === "delete" ? "Delete it" : "Restore the earlier version"}
            <span className="sr-only"> {title}</span>
          </Button>
        )}
      </div>
    </li>
  );
}

function reasonOf({ action, obstacle }: RemainingStep): string {
  if (action === "delete") return "The set added this, and someone changed it later.";
  return obstacle
    ? "Someone deleted this later. You can restore it from History."
    : "The live site already shows the earlier version.";
}
