import { useContext, useEffect, useRef, useState } from "react";
import { savedBy } from "#app/admin-kit/dialogs/saved-by.ts";
import { type Difference, takenOver } from "#app/admin-kit/dialogs/stale-words.ts";
import { useUnsaved } from "#app/admin-kit/dialogs/unsaved.tsx";
import { newUuid } from "#app/lib/data/new-uuid.ts";
import type { StoredRow } from "#app/lib/data/table-store.ts";
import { missingFor, StaleError } from "#app/lib/errors/backend-error.ts";
import { refusedField } from "#app/lib/errors/constraints.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { reason, reasonBeside } from "#app/lib/errors/reasons.ts";
import { whenBack } from "#app/lib/retry/when-back.ts";
import { type Merged, mergeVersions } from "#app/lib/text/three-way-merge.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { AfterSaveHere } from "./after-save.ts";
import { type Errors, type Schema, useForm, validate } from "./use-form.ts";
import { draftKey, keepDraft, keptDraft } from "./visit.ts";

export interface EditFormOptions<Row extends StoredRow, Draft extends object, Values> {
  /** the row to edit; undefined to create one */
  row: Row | undefined;
  /** what the form starts with */
  draftOf: (row: Row | undefined) => Draft;
  schema: Schema<Values>;
  /** names of the fields, for a comparison of two versions */
  labels: Record<keyof Draft & string, string>;
  /**
   * Stores it. `seen` is the version it replaces; a new row has the id `newId`, the same each time
   * this form is sent. Throws StaleError when someone else was faster.
   */
  save: (values: Values, seen: Row | undefined, newId: string) => Promise<unknown>;
  /** the sentence for a refusal (rule X-1) */
  explain: (cause: unknown) => string;
  onSaved: () => void;
  /** the table; a reload of the tab keeps what is typed. Left out: it may be a secret, and is not kept */
  table?: string | undefined;
  /** the parameter of the address that holds the dialog open */
  param?: string;
  setPending: (pending: boolean) => void;
}

/** Both changed the same fields: a person has to choose. */
interface Conflict<Row, Draft> extends Merged<Draft> {
  theirs: Row;
  /** by whom and when theirs was stored */
  saved: string;
}

/** What was typed before a reload of the tab, over which version. */
interface Kept<Row, Draft> {
  values: Draft;
  seen?: Row;
  newId: string;
}

/** What is stored over which version. */
interface Attempt<Row, Draft> {
  draft: Draft;
  over: Row | undefined;
  /** by whom and when that was stored, where it is someone else's */
  saved?: string;
}

/**
 * A form that is stored by its button. What someone else changed meanwhile is merged in, and only
 * what both changed is asked about; what found no server or no session is sent again when they are
 * back, unless it is being edited further.
 */
export function useEditForm<Row extends StoredRow, Draft extends object, Values>({
  row,
  draftOf,
  schema,
  labels,
  save,
  explain,
  onSaved,
  table,
  param = "edit",
  setPending,
}: EditFormOptions<Row, Draft, Values>) {
  const [key] = useState(() => draftKey(`${table}/${row?.id ?? "new"}`));
  const [kept, setKept] = useState(() => (table ? keptDraft<Kept<Row, Draft>>(key) : undefined));
  const [seen, setSeen] = useState(kept ? kept.seen : row);
  const form = useForm(draftOf(seen), kept?.values);
  const [error, setError] = useState<string>();
  const [conflict, setConflict] = useState<Conflict<Row, Draft>>();
  const [refusals, setRefusals] = useState(0);
  const busy = useRef(false);
  const [newId] = useState(() => kept?.newId ?? newUuid());
  const stopWaiting = useRef<() => void>(undefined);
  const element = useRef<HTMLFormElement>(null);
  const letGo = useUnsaved(form.dirty, [param]);
  const after = useContext(AfterSaveHere);
  const { values, dirty } = form;
  useEffect(() => {
    if (table) keepDraft(key, dirty ? { values, seen, newId } : undefined);
  }, [table, key, dirty, values, seen, newId]);
  // Closed: it is saved, or the person threw it away.
  useEffect(() => () => keepDraft(key, undefined), [key]);

  function showErrors(errors: Errors<Draft>) {
    form.setErrors(errors);
    setRefusals((count) => count + 1);
  }
  // Once the errors are on the screen, the keyboard is at the first of them.
  useEffect(() => {
    if (refusals === 0) return;
    element.current
      ?.querySelector<HTMLElement>("[data-invalid]:is(input,textarea,button)")
      ?.focus();
  }, [refusals]);

  // Typed further, or closed: what was to be sent by itself is not what the person wants any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the moment they change
  useEffect(() => () => stopWaiting.current?.(), [form.values]);

  function refused(cause: unknown, attempt: Attempt<Row, Draft>, failed: number) {
    const field = refusedField(cause, Object.keys(labels) as (keyof Draft & string)[]);
    if (field) showErrors({ [field]: reason(cause) } as Errors<Draft>);
    const sentence = explain(cause);
    const why = field ? undefined : reasonBeside(sentence, cause);
    setError(why ? `${sentence}: ${why}` : sentence);
    const missing = missingFor(cause);
    if (missing)
      stopWaiting.current = whenBack(missing, failed, () => void submit(attempt, failed + 1));
  }

  /** Stores the attempt, with what others changed meanwhile merged in; true when it is stored. */
  async function store(attempt: Attempt<Row, Draft>, taken: Set<string>): Promise<boolean> {
    const outcome = await validate<Draft, Values>(schema, attempt.draft);
    if ("errors" in outcome) {
      showErrors(outcome.errors);
      return false;
    }
    setPending(true);
    try {
      await save(outcome.values, attempt.over, newId);
    } catch (cause) {
      if (!(cause instanceof StaleError)) throw cause;
      const theirs = cause.current as Row;
      const saved = await savedBy(theirs);
      const merged = mergeVersions(draftOf(attempt.over), attempt.draft, draftOf(theirs));
      if (merged.conflicts.length > 0) {
        setConflict({ ...merged, theirs, saved });
        return false;
      }
      for (const name of merged.taken) taken.add(labels[name]);
      return store({ draft: merged.merged, over: theirs, saved }, taken);
    }
    tellTaken(taken, attempt.saved);
    return true;
  }

  /** @param failed how many tries of its own were in vain already; undefined: a person asks */
  async function submit(attempt: Attempt<Row, Draft>, failed?: number) {
    if (busy.current) return;
    busy.current = true;
    stopWaiting.current?.();
    setError(undefined);
    try {
      if (!(await store(attempt, new Set()))) return;
      if (failed !== undefined) toast.success(MESSAGES.waiting.saved);
      letGo();
      onSaved();
      if (after?.returns) after.go();
    } catch (cause) {
      refused(cause, attempt, failed ?? 0);
    } finally {
      busy.current = false;
      setPending(false);
    }
  }

  /** Goes on from their version, with `values` in the form. */
  function goOnFrom(theirs: Row, values: Draft) {
    setConflict(undefined);
    setSeen(theirs);
    form.reset(draftOf(theirs), values);
  }

  return {
    form,
    element,
    error,
    /** Throws away what a reload kept; left out where there is none. */
    discard:
      kept &&
      (() => {
        setKept(undefined);
        setSeen(row);
        form.reset(draftOf(row));
      }),
    submit: () => void submit({ draft: form.values, over: seen }),
    conflict: conflict && {
      differences: differencesOf(conflict, draftOf(conflict.theirs), labels),
      taken: conflict.taken.map((name) => labels[name]),
      saved: conflict.saved,
    },
    decideLater: () => setConflict(undefined),
    useTheirs() {
      if (!conflict) return;
      const theirs = draftOf(conflict.theirs);
      const chosen = { ...conflict.merged };
      for (const name of conflict.conflicts) chosen[name] = theirs[name];
      goOnFrom(conflict.theirs, chosen);
    },
    keepMine() {
      if (!conflict) return;
      goOnFrom(conflict.theirs, conflict.merged);
      void submit({ draft: conflict.merged, over: conflict.theirs });
    },
  };
}

function tellTaken(taken: Set<string>, saved: string | undefined) {
  if (taken.size > 0 && saved) toast.info(takenOver([...taken]), { description: saved });
}

const asText = (value: unknown) =>
  typeof value === "boolean" ? (value ? "Yes" : "No") : String(value ?? "");

const differencesOf = <Draft>(
  { conflicts, merged }: Merged<Draft>,
  theirs: Draft,
  labels: Record<keyof Draft & string, string>,
): Difference[] =>
  conflicts.map((name) => ({
    label: labels[name],
    mine: asText(merged[name]),
    theirs: asText(theirs[name]),
  }));
