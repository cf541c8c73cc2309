import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { type Difference, StaleDialog } from "#app/components/admin/stale-dialog.tsx";
import { useUnsaved } from "#app/components/admin/unsaved.tsx";
import {
  type Errors,
  type FormApi,
  type Schema,
  useForm,
  validate,
} from "#app/components/admin/use-form.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/components/ui/dialog.tsx";
import { reason, reasonBeside, refusedField, StaleError } from "#app/lib/errors.ts";

export interface EditDialogProps<Row, Draft extends object, Values> {
  open: boolean;
  /** the row to edit; undefined to create one */
  row: Row | undefined;
  title: string;
  /** what the form starts with */
  draftOf: (row: Row | undefined) => Draft;
  schema: Schema<Values>;
  /** names of the fields, for a comparison of two versions */
  labels: Record<keyof Draft & string, string>;
  fields: (form: FormApi<Draft>, mode: "create" | "edit") => ReactNode;
  /** Stores it. `seen` is the version it replaces. Throws StaleError when someone else was faster. */
  save: (values: Values, seen: Row | undefined) => Promise<unknown>;
  /** the sentence for a refusal (rule X-1) */
  explain: (cause: unknown) => string;
  /** Every way out. Changing `param` in the address is what the guard against loss watches. */
  onClose: () => void;
  onSaved: () => void;
  /** the parameter of the address that holds the dialog open */
  param?: string;
}

/** The one dialog to create and to edit; nothing typed is lost unless the person says so. */
export function EditDialog<Row, Draft extends object, Values>(
  props: EditDialogProps<Row, Draft, Values>,
) {
  const [pending, setPending] = useState(false);
  return (
    <Dialog open={props.open} onClose={props.onClose} locked={pending} title={props.title}>
      <EditForm {...props} pending={pending} setPending={setPending} />
    </Dialog>
  );
}

interface EditFormProps<Row, Draft extends object, Values>
  extends EditDialogProps<Row, Draft, Values> {
  pending: boolean;
  setPending: (pending: boolean) => void;
}

/** Lives as long as the dialog is open, so that each opening starts afresh. */
function EditForm<Row, Draft extends object, Values>({
  row,
  draftOf,
  schema,
  labels,
  fields,
  save,
  explain,
  onClose,
  onSaved,
  param = "edit",
  pending,
  setPending,
}: EditFormProps<Row, Draft, Values>) {
  const [seen, setSeen] = useState(row);
  const form = useForm(draftOf(row));
  const [error, setError] = useState<string>();
  const [stale, setStale] = useState<Row>();
  const [refusals, setRefusals] = useState(0);
  const busy = useRef(false);
  const formElement = useRef<HTMLFormElement>(null);
  const letGo = useUnsaved(form.dirty, [param]);

  function showErrors(errors: Errors<Draft>) {
    form.setErrors(errors);
    setRefusals((count) => count + 1);
  }
  // Once the errors are on the screen, the keyboard is at the first of them.
  useEffect(() => {
    if (refusals === 0) return;
    formElement.current
      ?.querySelector<HTMLElement>("[data-invalid]:is(input,textarea,button)")
      ?.focus();
  }, [refusals]);

  function refused(cause: unknown) {
    if (cause instanceof StaleError) return setStale(cause.current as Row);
    const field = refusedField(cause, Object.keys(labels) as (keyof Draft & string)[]);
    if (field) showErrors({ [field]: reason(cause) } as Errors<Draft>);
    const sentence = explain(cause);
    const why = field ? undefined : reasonBeside(sentence, cause);
    setError(why ? `${sentence}: ${why}` : sentence);
  }

  async function submit(over: Row | undefined) {
    if (busy.current) return;
    busy.current = true;
    setError(undefined);
    try {
      const outcome = await validate<Draft, Values>(schema, form.values);
      if ("errors" in outcome) return showErrors(outcome.errors);
      setPending(true);
      await save(outcome.values, over);
      letGo();
      onSaved();
    } catch (cause) {
      refused(cause);
    } finally {
      busy.current = false;
      setPending(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    void submit(seen);
  }

  const theirs = stale && draftOf(stale);
  return (
    <form ref={formElement} onSubmit={onSubmit} noValidate className="flex min-h-0 flex-col">
      <DialogBody>
        {fields(form, row ? "edit" : "create")}
        <div role="alert" className="empty:hidden">
          {error && <p className="rounded-md bg-danger-soft px-3 py-2 text-sm">{error}</p>}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={pending}>
          Cancel
        </Button>
        <Button type="submit" look="primary" pending={pending} pendingLabel="Saving...">
          {row ? "Save changes" : "Create"}
        </Button>
      </DialogFooter>
      <StaleDialog
        open={stale !== undefined}
        differences={theirs ? differencesOf(form.values, theirs, labels) : []}
        pending={pending}
        onClose={() => setStale(undefined)}
        onUseTheirs={() => {
          setSeen(stale);
          if (theirs) form.reset(theirs);
          setStale(undefined);
        }}
        onKeepMine={() => {
          const current = stale;
          setSeen(current);
          setStale(undefined);
          void submit(current);
        }}
      />
    </form>
  );
}

const asText = (value: unknown) =>
  typeof value === "boolean" ? (value ? "Yes" : "No") : String(value ?? "");

function differencesOf<Draft extends object>(
  mine: Draft,
  theirs: Draft,
  labels: Record<keyof Draft & string, string>,
): Difference[] {
  return (Object.keys(labels) as (keyof Draft & string)[])
    .map((name) => ({
      label: labels[name],
      mine: asText(mine[name]),
      theirs: asText(theirs[name]),
    }))
    .filter(({ mine, theirs }) => mine !== theirs);
}
