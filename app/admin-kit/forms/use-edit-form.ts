import { useContext, useEffect, useRef, useState } from "react";
import { savedBy } from "#app/admin-kit/dialogs/saved-by.ts";
import { type Difference, takenOver } from "#app/admin-kit/dialogs/stale-words.ts";
import { useUnsaved } from "#app/admin-kit/dialogs/unsaved.tsx";
import { newUuid } from "#app/lib/data/new-uuid.ts";
import type { StoredRow } from "#app/lib/data/table-store.ts";
import { missingFor, StaleError } from "#app/lib/errors/backend-error.ts";
import { refusedField } from "#app/lib/errors/constraints.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { additionalReason, reason } from "#app/lib/errors/reasons.ts";
import { whenBack } from "#app/lib/retry/when-back.ts";
import { type Merged, mergeVersions } from "#app/lib/text/three-way-merge.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { AfterSaveHere } from "./after-save.ts";
import { type Errors, type Schema, useForm, validate } from "./use-form.ts";
import { draftKey, storeDraft, storedDraft } from "./visit.ts";

export interface EditFormOptions<Row extends StoredRow, Draft extends object, Values> {
  /** the row to edit; undefined to create one */
  row: Row | undefined;
  /** the initial draft */
  draftOf: (row: Row | undefined) => Draft;
  schema: Schema<Values>;
  /** field labels, for comparing two versions */
  labels: Record<keyof Draft & string, string>;
  /**
   * Stores the values. `seen` is the version being replaced. A new row gets the id `newId`, the
   * same on every submit. Throws StaleError when someone else saved first.
   */
  save: (values: Values, seen: Row | undefined, newId: string) => Promise<unknown>;
  /** the error sentence for a failed save (rule X-1) */
  explain: (cause: unknown) => string;
  onSaved: () => void;
  /** the table, for drafts that survive a reload; omit it for secrets, which are not saved as drafts */
  table?: string | undefined;
  /** the URL parameter that keeps the dialog open */
  param?: string;
  setPending: (pending: boolean) => void;
}

/** Both people changed the same fields: the user has to choose. */
interface Conflict<Row, Draft> extends Merged<Draft> {
  theirs: Row;
  /** who stored the other version, and when */
  saved: string;
}

/** A draft from before a reload, with the version it is based on. */
interface StoredDraft<Row, Draft> {
  values: Draft;
  seen?: Row;
  newId: string;
}

/** A draft to store, and the version it replaces. */
interface Attempt<Row, Draft> {
  draft: Draft;
  over: Row | undefined;
  /** who stored that version and when, if someone else did */
  saved?: string;
}

/**
 * A form with a save button. Merges concurrent changes by others, and asks only about fields that
 * both changed. If the server or session was unavailable, it retries automatically unless the user
 * edits further.
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
  const [stored, setStored] = useState(() =>
    table ? storedDraft<StoredDraft<Row, Draft>>(key) : undefined,
  );
  const [seen, setSeen] = useState(stored ? stored.seen : row);
  const form = useForm(draftOf(seen), stored?.values);
  const [error, setError] = useState<string>();
  const [conflict, setConflict] = useState<Conflict<Row, Draft>>();
  const [refusals, setRefusals] = useState(0);
  const busy = useRef(false);
  const [newId] = useState(() => stored?.newId ?? newUuid());
  const stopWaiting = useRef<() => void>(undefined);
  const element = useRef<HTMLFormElement>(null);
  const letGo = useUnsaved(form.dirty, [param]);
  const after = useContext(AfterSaveHere);
  const { values, dirty } = form;
  useEffect(() => {
    if (table) storeDraft(key, dirty ? { values, seen, newId } : undefined);
  }, [table, key, dirty, values, seen, newId]);
  // On close, the form was saved or discarded.
  useEffect(() => () => storeDraft(key, undefined), [key]);

  function showErrors(errors: Errors<Draft>) {
    form.setErrors(errors);
    setRefusals((count) => count + 1);
  }
  // After the errors render, focus the first invalid field.
  useEffect(() => {
    if (refusals === 0) return;
    element.current
      ?.querySelector<HTMLElement>("[data-invalid]:is(input,textarea,button)")
      ?.focus();
  }, [refusals]);

  // Further edits or closing cancel the automatic retry.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when they change
  useEffect(() => () => stopWaiting.current?.(), [form.values]);

  function refused(cause: unknown, attempt: Attempt<Row, Draft>, failed: number) {
    const field = refusedField(cause, Object.keys(labels) as (keyof Draft & string)[]);
    if (field) showErrors({ [field]: reason(cause) } as Errors<Draft>);
    const sentence = explain(cause);
    const why = field ? undefined : additionalReason(sentence, cause);
    setError(why ? `${sentence}: ${why}` : sentence);
    const missing = missingFor(cause);
    if (missing)
      stopWaiting.current = whenBack(missing, failed, () => void submit(attempt, failed + 1));
  }

  /** Stores the attempt, merged with others' changes; returns true when stored. */
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
    notifyMerged(taken, attempt.saved);
    return true;
  }

  /** @param failed the number of failed automatic retries; undefined: the user saved */
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

  /** Continues from their version, with `values` in the form. */
  function goOnFrom(theirs: Row, values: Draft) {
    setConflict(undefined);
    setSeen(theirs);
    form.reset(draftOf(theirs), values);
  }

  return {
    form,
    element,
    error,
    /** Discards the restored draft; undefined if there is none. */
    discard:
      stored &&
      (() => {
        setStored(undefined);
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

function notifyMerged(taken: Set<string>, saved: string | undefined) {
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
