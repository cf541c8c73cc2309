import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import type { ChangeSet } from "#app/lib/data/database.types.ts";
import { companyClock, companyInstant } from "#app/lib/domain/company-time.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { COMPANY_TIME, formatCompanyTime } from "#contract/company-zone.ts";
import { name } from "./key.ts";
import { scheduleSet } from "./queries.ts";

interface ScheduleDialogProps {
  open: boolean;
  set: ChangeSet;
  onClose: () => void;
}

/** When a set goes live by itself, on the company's clock. */
export function ScheduleDialog({ open, set, onClose }: ScheduleDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="sm"
      title={`Publish ${set.name} at a time`}
      description="It goes live by itself, as if you had pressed Publish then."
    >
      <Schedule set={set} onClose={onClose} />
    </Dialog>
  );
}

function Schedule({ set, onClose }: Omit<ScheduleDialogProps, "open">) {
  const client = useQueryClient();
  const [clock, setClock] = useState(companyClock(set.publish_at));
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (at: string) => scheduleSet(set.id, companyInstant(at)),
    onSuccess: ({ publish_at }) => {
      onClose();
      toast.success(
        publish_at
          ? MESSAGES.sets.scheduled(formatCompanyTime(publish_at))
          : MESSAGES.sets.unscheduled,
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: [name] }),
  });
  const schedule = useOneAtATime(mutateAsync);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (clock) schedule(clock);
  }
  return (
    <form onSubmit={submit} className="contents">
      <DialogBody>
        <Field
          label="Publish at"
          description={`${COMPANY_TIME}, also where the clocks change until then.`}
          required
          error={error ? MESSAGES.sets.schedule(error) : undefined}
        >
          <Input name="publish_at" type="datetime-local" value={clock} onValueChange={setClock} />
        </Field>
      </DialogBody>
      <DialogFooter>
        {set.publish_at && (
          <Button className="mr-auto" disabled={isPending} onClick={() => schedule("")}>
            Take the time away
          </Button>
        )}
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" look="primary" disabled={!clock} pending={isPending}>
          Set the time
        </Button>
      </DialogFooter>
    </form>
  );
}
