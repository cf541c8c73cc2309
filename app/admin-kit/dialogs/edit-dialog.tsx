import { type ReactNode, type SubmitEvent, useContext, useEffect, useState } from "react";
import { RestoredNote } from "#app/admin-kit/forms/note.tsx";
import { type EditFormOptions, useEditForm } from "#app/admin-kit/forms/use-edit-form.ts";
import type { FormApi } from "#app/admin-kit/forms/use-form.ts";
import { PresenceNote } from "#app/admin-kit/presence/presence-note.tsx";
import { PreviewButton, PreviewPane, PreviewSheet } from "#app/admin-kit/preview/parts.tsx";
import { PreviewSite } from "#app/admin-kit/preview/site.ts";
import { createTyped, TypedHere } from "#app/admin-kit/preview/typed.ts";
import { useDraftOf } from "#app/admin-kit/preview/use-draft-of.ts";
import { type Panel, usePanel } from "#app/admin-kit/preview/use-panel.ts";
import type { StoredRow } from "#app/lib/data/table-store.ts";
import { Dialog, DialogBody, FormFooter } from "#app/ui/overlays/dialog.tsx";
import { StaleDialog } from "./stale-on-demand.ts";

export interface EditDialogProps<Row extends StoredRow, Draft extends object, Values>
  extends Omit<EditFormOptions<Row, Draft, Values>, "setPending"> {
  open: boolean;
  title: string;
  /** the title once the row is stored, also while the dialog stays open; default: `title` */
  editTitle?: string;
  fields: (form: FormApi<Draft>, mode: "create" | "edit") => ReactNode;
  /** Called on every way out. The unsaved-changes guard watches `param` in the URL for changes. */
  onClose: () => void;
  /** a page that shows the table's rows, for a live preview: "/services" */
  previewAt?: string | undefined;
  /** the button's label, and its label while pending; default: "Save changes" or "Create" */
  saveLabels?: readonly [button: string, pending: string];
  /** false disables the button; `fields` then says why */
  canSave?: (values: Draft) => boolean;
}

/** The only dialog for creating and editing. Typed text is lost only if the user confirms. */
export function EditDialog<Row extends StoredRow, Draft extends object, Values>(
  props: EditDialogProps<Row, Draft, Values>,
) {
  const [pending, setPending] = useState(false);
  const [isStored, setStored] = useState(false);
  const [typed] = useState(createTyped);
  const panel = usePanel(typed);
  const site = useContext(PreviewSite);
  const { open, table, row, onClose } = props;
  const title = ((row || isStored) && props.editTitle) || props.title;
  const path = site && props.previewAt;
  return (
    <TypedHere value={typed}>
      <Dialog
        open={open}
        onClose={onClose}
        locked={pending}
        title={title}
        note={table && row && <PresenceNote table={table} row={row.id} here={open} />}
        sidePanel={
          path &&
          panel.isSplit && (
            <div className="min-w-0 flex-[2] border-l border-line">
              <PreviewPane path={path} />
            </div>
          )
        }
      >
        <EditForm
          {...props}
          title={title}
          previewAt={path}
          panel={panel}
          pending={pending}
          setPending={setPending}
          setStored={setStored}
        />
        {path && <PreviewSheet panel={panel} path={path} />}
      </Dialog>
    </TypedHere>
  );
}

interface EditFormProps<Row extends StoredRow, Draft extends object, Values>
  extends EditDialogProps<Row, Draft, Values>,
    EditFormOptions<Row, Draft, Values> {
  pending: boolean;
  panel: Panel;
  setStored: (isStored: boolean) => void;
}

/** In a long form, it would appear below what is in view. */
const reveal = (error: HTMLElement | null) => error?.scrollIntoView({ block: "nearest" });

/** Mounted only while the dialog is open, so that each opening starts fresh. */
function EditForm<Row extends StoredRow, Draft extends object, Values>({
  fields,
  onClose,
  saveLabels,
  canSave = () => true,
  pending,
  panel,
  setStored,
  table,
  previewAt,
  ...options
}: EditFormProps<Row, Draft, Values>) {
  const { form, element, error, isNew, submit, conflict, discard, ...choice } = useEditForm({
    ...options,
    table,
  });
  useDraftOf(previewAt && table, options, form.values);
  useEffect(() => {
    setStored(!isNew);
    return () => setStored(false);
  }, [isNew, setStored]);
  const [saves, saving] = saveLabels ?? [isNew ? "Create" : "Save changes", "Saving..."];

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    submit();
  }

  return (
    <form ref={element} onSubmit={onSubmit} noValidate className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        {discard && form.dirty && <RestoredNote name={options.title} onDiscard={discard} />}
        {fields(form, isNew ? "create" : "edit")}
        <div role="alert" className="empty:hidden">
          {error && (
            <p ref={reveal} className="rounded-md bg-danger-soft px-3 py-2 text-sm">
              {error}
            </p>
          )}
        </div>
      </DialogBody>
      <FormFooter
        label={saves}
        pendingLabel={saving}
        pending={pending}
        disabled={!canSave(form.values)}
        onCancel={onClose}
      >
        {previewAt && (
          <span className="mr-auto">
            <PreviewButton panel={panel} />
          </span>
        )}
      </FormFooter>
      <StaleDialog
        conflict={conflict}
        pending={pending}
        onClose={choice.decideLater}
        onUseTheirs={choice.useTheirs}
        onKeepMine={choice.keepMine}
      />
    </form>
  );
}
