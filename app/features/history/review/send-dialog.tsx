import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { useStaffName } from "#app/admin-kit/resource/use-staff-name.ts";
import type { ActiveSet } from "#app/lib/data/sets/active-set.ts";
import { REVIEW_MESSAGES } from "#app/lib/errors/set-messages.ts";
import { lengthError } from "#app/lib/text/length-error.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Textarea } from "#app/ui/inputs/input.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { Dialog, DialogBody, FormFooter } from "#app/ui/overlays/dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { name } from "../sets/key.ts";
import { useCommentDraft } from "./comment-form.tsx";
import { askForReview, listReviewers, MAX_COMMENT_LENGTH } from "./queries.ts";

interface SendDialogProps {
  open: boolean;
  set: ActiveSet;
  onClose: () => void;
}

/** Chooses who reviews a set. */
export function SendDialog({ open, set, onClose }: SendDialogProps) {
  const [pending, setPending] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={pending}
      width="sm"
      title={`Send ${set.name} for review`}
      description="They get an email. If you edit the set after it is approved, it needs a new approval."
    >
      <Send set={set} onClose={onClose} onPending={setPending} />
    </Dialog>
  );
}

interface SendProps extends Omit<SendDialogProps, "open"> {
  onPending: (pending: boolean) => void;
}

function Send({ set, onClose, onPending }: SendProps) {
  const client = useQueryClient();
  const query = useQuery({ queryKey: [name, "reviewers"], queryFn: listReviewers, staleTime: 0 });
  const people = query.data ?? [];
  const [chosen, setChosen] = useState("");
  const draft = useCommentDraft(set.id, "send");
  const tooLong = lengthError(draft.text, MAX_COMMENT_LENGTH);
  const nameOf = useStaffName();
  const person = people.find(({ id }) => id === chosen) ?? people[0];
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: ({ to, message }: { to: (typeof people)[number]; message: string }) =>
      askForReview(set.id, to.id, message),
    onMutate: () => onPending(true),
    onSuccess: (_, { to, message }) => {
      draft.sent(message);
      onClose();
      toast.success(REVIEW_MESSAGES.sentForReview(nameOf(to.email)));
    },
    onSettled: () => {
      onPending(false);
      return client.invalidateQueries();
    },
  });
  const send = useOneAtATime(mutateAsync);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (person && !tooLong) send({ to: person, message: draft.text });
  }
  return (
    <form onSubmit={submit} className="contents">
      <DialogBody>
        <ListStates
          query={query}
          explain={REVIEW_MESSAGES.reviewers}
          loading={<SkeletonList count={2} label="Loading your colleagues…" itemClassName="h-14" />}
          empty={(found) =>
            found.length ? undefined : (
              <EmptyState title="Nobody else can edit content">
                An admin can invite an editor or another admin on the Users screen.
              </EmptyState>
            )
          }
        >
          {(found) => (
            <div className="grid gap-5">
              <Field label="Reviewer" error={error ? REVIEW_MESSAGES.ask(error) : undefined}>
                <NativeSelect
                  name="reviewer"
                  value={person?.id ?? ""}
                  onValueChange={setChosen}
                  choices={found.map((one) => ({ value: one.id, label: nameOf(one.email) }))}
                />
              </Field>
              <Field
                label="Message"
                description="Optional. It's added to the comments, too."
                error={tooLong}
              >
                <Textarea name="message" rows={3} value={draft.text} onValueChange={draft.write} />
              </Field>
            </div>
          )}
        </ListStates>
      </DialogBody>
      <FormFooter
        label="Send for review"
        disabled={!person}
        pending={isPending}
        onCancel={onClose}
      />
    </form>
  );
}
