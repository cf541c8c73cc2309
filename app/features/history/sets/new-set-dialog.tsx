import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import type { ActiveSet } from "#app/lib/data/sets/active-set.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { createSet } from "./queries.ts";

interface NewSetDialogProps {
  open: boolean;
  onClose: () => void;
  onCreated: (set: ActiveSet) => void;
}

/** Names a new set, which is on from then on. */
export function NewSetDialog({ open, onClose, onCreated }: NewSetDialogProps) {
  const [name, setName] = useState("");
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: createSet,
    onSuccess: ({ id, name }) => {
      close();
      onCreated({ id, name });
    },
  });
  const create = useOneAtATime(mutateAsync);
  function close() {
    setName("");
    reset();
    onClose();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim()) create(name);
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      locked={isPending}
      width="sm"
      title="New change set"
      description="Changes you save next go into this set. Visitors see them once you publish it."
    >
      <form onSubmit={submit} className="contents">
        <DialogBody>
          <Field
            label="Name"
            description="What it's for, like Black Friday."
            required
            error={error ? MESSAGES.sets.create(error) : undefined}
          >
            <Input
              name="set_name"
              value={name}
              onValueChange={setName}
              maxLength={60}
              autoComplete="off"
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={close} disabled={isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            look="primary"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            disabled={!name.trim()}
            pending={isPending}
          >
            Create set
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
