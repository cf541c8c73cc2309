import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { PreviewPane } from "#app/admin-kit/preview/parts.tsx";
import { createTyped, TypedHere } from "#app/admin-kit/preview/typed.ts";
import type { ChangeSet } from "#app/lib/data/database.types.ts";
import { type ActiveSet, activeSet } from "#app/lib/data/sets/active-set.ts";
import { SET_MESSAGES } from "#app/lib/errors/set-messages.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { Dialog, DialogBody, FormFooter } from "#app/ui/overlays/dialog.tsx";
import { Drawer } from "#app/ui/overlays/drawer.tsx";
import { ReviewDialog } from "../review/dialog.tsx";
import { SendDialog } from "../review/send-dialog.tsx";
import { useLinkedReview } from "./linked-review.ts";
import { PublishDialog, saveTo } from "./publish-dialog.tsx";
import { createSet, type EndingSet } from "./queries.ts";
import { RemainsDialog } from "./remains-dialog.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { ShareDialog } from "./share-dialog.tsx";

export interface SetDialogsProps {
  /** the open dialog */
  open:
    | "new"
    | "review"
    | "send"
    | "preview"
    | "share"
    | "publish"
    | "schedule"
    | "end"
    | "remains"
    | undefined;
  /** the id of the set whose review the address names */
  linked: string | null;
  /** the active set */
  set: ActiveSet | undefined;
  /** the same set as stored; undefined until known, and once it is no longer open */
  stored: ChangeSet | undefined;
  /** the set whose end is being scheduled, or whose leftovers are being decided */
  ending: EndingSet | undefined;
  onCreated: (set: ActiveSet) => void;
  /** the set that `linked` names was read */
  onLinked: (set: ActiveSet) => void;
  /** the active set was published or discarded */
  onEnded: () => void;
  onOpen: (next: SetDialogsProps["open"]) => void;
}

/** A set's dialogs. Their code loads when the first one opens. */
export function SetDialogs({
  open,
  linked,
  set,
  stored,
  ending,
  onCreated,
  onLinked,
  onEnded,
  onOpen,
}: SetDialogsProps) {
  const close = () => onOpen(undefined);
  useLinkedReview(linked, ({ id, name }) => onLinked({ id, name }));
  return (
    <>
      {ending && (
        <>
          <ScheduleDialog open={open === "end"} set={ending} onClose={close} />
          <RemainsDialog open={open === "remains"} set={ending} onClose={close} />
        </>
      )}
      <NewSetDialog open={open === "new"} onClose={close} onCreated={onCreated} />
      {set && (
        <>
          <ReviewDialog
            open={open === "review"}
            set={set}
            onClose={close}
            onPublish={() => onOpen("publish")}
            onPreview={() => onOpen("preview")}
            onSend={() => onOpen("send")}
            onDiscarded={onEnded}
          />
          <SendDialog open={open === "send"} set={set} onClose={close} />
          <PublishDialog
            open={open === "publish"}
            set={set}
            onClose={close}
            onReview={() => onOpen("review")}
            onSend={() => onOpen("send")}
            onPublished={onEnded}
          />
          {stored && <ScheduleDialog open={open === "schedule"} set={stored} onClose={close} />}
          <ShareDialog open={open === "share"} set={set} onClose={close} />
          <SetPreview open={open === "preview"} set={set} onClose={close} />
        </>
      )}
    </>
  );
}

interface SetPreviewProps {
  open: boolean;
  set: ActiveSet;
  onClose: () => void;
}

/** Previews the whole site with the active set, over any screen. */
function SetPreview({ open, set, onClose }: SetPreviewProps) {
  const [typed] = useState(createTyped);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={`Preview of ${set.name}`}
      className="w-[min(100vw,84rem)] !max-w-full"
    >
      <TypedHere value={typed}>
        <div className="h-full">
          <PreviewPane path="/" onEscape={onClose} onPicked={onClose} />
        </div>
      </TypedHere>
    </Drawer>
  );
}

interface NewSetDialogProps {
  open: boolean;
  onClose: () => void;
  onCreated: (set: ActiveSet) => void;
}

/** Names a new set, which becomes active. */
function NewSetDialog({ open, onClose, onCreated }: NewSetDialogProps) {
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
      description="Changes you save next go into this set. They go live when it's published."
      // With a set, the bar's button that opened this is gone.
      focusAfter={() => (activeSet() && saveTo()) || true}
    >
      <form onSubmit={submit} className="contents">
        <DialogBody>
          <Field
            label="Name"
            description="What it's for, like Black Friday."
            required
            error={error ? SET_MESSAGES.create(error) : undefined}
          >
            <Input name="set_name" value={name} onValueChange={setName} autoComplete="off" />
          </Field>
        </DialogBody>
        <FormFooter
          label="Create set"
          disabled={!name.trim()}
          pending={isPending}
          onCancel={close}
        />
      </form>
    </Dialog>
  );
}
