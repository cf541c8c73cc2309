import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import type { ChangeSet } from "#app/lib/data/database.types.ts";
import { companyClock, companyInstant } from "#app/lib/domain/company-time.ts";
import { SET_MESSAGES } from "#app/lib/errors/set-messages.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { Dialog, DialogBody, FormFooter } from "#app/ui/overlays/dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { formatCompanyTime } from "#contract/time/company-zone.ts";
import { companyTimeName } from "#contract/time/zone-names.ts";
import { name } from "./key.ts";
import {
  isUnapproved,
  reviewSet,
  scheduleSet,
  type Times,
  timesOf,
  UNAPPROVED,
} from "./queries.ts";

interface ScheduleDialogProps {
  open: boolean;
  set: ChangeSet;
  onClose: () => void;
}

/** Schedules when a set is published and ends, in company time; once live, only its end. */
export function ScheduleDialog({ open, set, onClose }: ScheduleDialogProps) {
  const isLive = set.status === "published";
  const [pending, setPending] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={pending}
      width="sm"
      title={isLive ? `Schedule the end of ${set.name}` : `Schedule ${set.name}`}
      description={
        isLive
          ? "The earlier version returns automatically at that time."
          : "The set goes live and ends automatically at these times."
      }
    >
      <Schedule set={set} onClose={onClose} onPending={setPending} />
    </Dialog>
  );
}

function successMessage({ publish_at, end_at, status }: ChangeSet): string {
  if (publish_at && status === "open")
    return SET_MESSAGES.scheduled(timesOf({ publish_at, end_at }));
  return end_at ? SET_MESSAGES.ends(formatCompanyTime(end_at)) : SET_MESSAGES.unscheduled;
}

interface ScheduleProps extends Omit<ScheduleDialogProps, "open"> {
  onPending: (pending: boolean) => void;
}

function Schedule({ set, onClose, onPending }: ScheduleProps) {
  const client = useQueryClient();
  const isLive = set.status === "published";
  const [publish, setPublish] = useState(isLive ? "" : companyClock(set.publish_at));
  const [end, setEnd] = useState(companyClock(set.end_at));
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async (times: Times) => {
      const scheduled = await scheduleSet(set.id, times);
      // It is scheduled even if this can't be read; the bar asks again.
      const review = scheduled.publish_at && !isLive && (await reviewSet(set.id).catch(() => null));
      return { scheduled, waits: review && isUnapproved(review) };
    },
    onMutate: () => onPending(true),
    onSuccess: ({ scheduled, waits }) => {
      onClose();
      toast.success(successMessage(scheduled), { description: waits ? UNAPPROVED : undefined });
    },
    onSettled: () => {
      onPending(false);
      return client.invalidateQueries({ queryKey: [name] });
    },
  });
  const schedule = useOneAtATime(mutateAsync);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (publish || end)
      schedule({ publish_at: companyInstant(publish), end_at: companyInstant(end) });
  }
  const refused = error ? SET_MESSAGES.schedule(error) : undefined;
  return (
    <form onSubmit={submit} className="contents">
      <DialogBody>
        <div className="grid gap-5">
          {!isLive && (
            <Field
              label="Publish at"
              description={`${companyTimeName()}, adjusted for daylight saving time. Leave empty to publish by hand.`}
              error={refused}
            >
              <Input
                name="publish_at"
                type="datetime-local"
                value={publish}
                onValueChange={setPublish}
              />
            </Field>
          )}
          <Field
            label="End at"
            description={`${companyTimeName()}. The earlier version returns, except for anything edited since. Leave empty to keep the set live.`}
            error={isLive ? refused : undefined}
          >
            <Input name="end_at" type="datetime-local" value={end} onValueChange={setEnd} />
          </Field>
        </div>
      </DialogBody>
      <FormFooter
        label="Save schedule"
        disabled={!publish && !end}
        pending={isPending}
        onCancel={onClose}
      >
        {(isLive ? set.end_at : (set.publish_at ?? set.end_at)) && (
          <Button
            className="mr-auto"
            disabled={isPending}
            onClick={() => schedule({ publish_at: null, end_at: null })}
          >
            Remove schedule
          </Button>
        )}
      </FormFooter>
    </form>
  );
}
