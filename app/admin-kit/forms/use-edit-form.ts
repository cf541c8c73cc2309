import { useContext, useEffect, useRef, useState } from "react";
import { savedBy } from "#app/admin-kit/dialogs/saved-by.ts";
import { differencesOf, takenOver } from "#app/admin-kit/dialogs/stale-words.ts";
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
import { type Errors, type Schema, useForm, useNewest, useRefusal, validate } from "./use-form.ts";
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
   * same on every submit. Resolves with the stored row, from which the form continues if more was
   * typed meanwhile. Throws StaleError when someone else saved first.
   */
  save: (values: Values, seen: Row | undefined, newId: string) => Promise<Row | undefined>;
  /** the error sentence for a failed save (rule X-1) */
  explain: (cause: unknown, isNew: boolean) => string;
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

/** A stored version; of a form without a table, only what was sent. */
interface Version<Row, Draft> {
  row: Row | undefined;
  draft: Draft;
}

/** A draft to store, and the version it replaces. */
interface Attempt<Row, Draft> {
  draft: Draft;
  over: Row | undefined;
  /** after merging others' changes: the form's draft, the fields they changed, who and when */
  merged?: { sent: Draft; taken: Set<string>; saved: string };
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
  const [restored, setRestored] = useState(() =>
    table ? storedDraft<StoredDraft<Row, Draft>>(key) : undefined,
  );
  const [seen, setSeen] = useState(restored ? restored.seen : row);
  const form = useForm(draftOf(seen), restored?.values);
  const [error, setError] = useState<string>();
  const [conflict, setConflict] = useState<Conflict<Row, Draft>>();
  const [refusals, setRefusals] = useState(0);
  const busy = useRef(false);
  const [newId] = useState(() => restored?.newId ?? newUuid());
  const stopWaiting = useRef<() => void>(undefined);
  const element = useRef<HTMLFormElement>(null);
  const allowLeaving = useUnsaved(form.dirty, [param]);
  const after = useContext(AfterSaveHere);
  const { values, dirty } = form;
  const newest = useNewest(values);
  const keepRefusal = useRefusal();
  useEffect(() => {
    if (table) storeDraft(key, dirty ? { values, seen, newId } : undefined);
  }, [table, key, dirty, values, seen, newId]);
  // On close, the form was saved or discarded.
  useEffect(() => () => storeDraft(key, undefined), [key]);
  // A save that goes on doesn't lock the next form.
  useEffect(() => () => setPending(false), [setPending]);

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
    if (newest.isGone()) return;
    keepRefusal(cause);
    const field = refusedField(cause, Object.keys(labels) as (keyof Draft & string)[]);
    if (field) showErrors({ [field]: reason(cause) } as Errors<Draft>);
    const sentence = explain(cause, attempt.over === undefined);
    const why = field ? undefined : additionalReason(sentence, cause);
    setError(why ? `${sentence}: ${why}` : sentence);
    const missing = missingFor(cause);
    if (missing && !newest.hasChanged(attempt.draft))
      stopWaiting.current = whenBack(missing, failed, () => void submit(attempt, failed + 1));
  }

  /** Stores the attempt, merged with others' changes; returns undefined if it wasn't stored. */
  async function store(attempt: Attempt<Row, Draft>): Promise<Version<Row, Draft> | undefined> {
    const outcome = await validate<Draft, Values>(schema, attempt.draft);
    if ("errors" in outcome) {
      showErrors(outcome.errors);
      return undefined;
    }
    setPending(true);
    try {
      const row = await save(outcome.values, attempt.over, newId);
      if (attempt.merged) notifyMerged(attempt.merged);
      return { row: row ?? attempt.over, draft: row ? draftOf(row) : attempt.draft };
    } catch (cause) {
      if (!(cause instanceof StaleError)) throw cause;
      return storeOver(cause.current as Row, attempt);
    }
  }

  /** Stores the attempt over their version, unless both changed the same fields. */
  async function storeOver(theirs: Row, { draft, over, merged: before }: Attempt<Row, Draft>) {
    const sent = before?.sent ?? draft;
    const saved = await savedBy(theirs);
    // Discarded meanwhile, so their version stays.
    if (newest.isGone()) return undefined;
    const merge = (mine: Draft) => mergeVersions(draftOf(over), mine, draftOf(theirs));
    const merged = merge(draft);
    if (merged.conflicts.length > 0) {
      setConflict({ ...merge(newest.over(sent, draft)), theirs, saved });
      return undefined;
    }
    const taken = new Set([...(before?.taken ?? []), ...merged.taken.map((name) => labels[name])]);
    return store({ draft: merged.merged, over: theirs, merged: { sent, taken, saved } });
  }

  /** @param failed the number of failed automatic retries; undefined: the user saved */
  async function submit(attempt: Attempt<Row, Draft>, failed?: number) {
    if (busy.current) return;
    busy.current = true;
    stopWaiting.current?.();
    setError(undefined);
    try {
      const stored = await store(attempt);
      if (!stored) return;
      if (failed !== undefined) toast.success(MESSAGES.waiting.saved);
      finish(attempt.draft, stored);
    } catch (cause) {
      refused(cause, attempt, failed ?? 0);
    } finally {
      busy.current = false;
      if (!newest.isGone()) setPending(false);
    }
  }

  /** Closes the form, unless more was typed since it was `sent`, or it is closed already. */
  function finish(sent: Draft, stored: Version<Row, Draft>) {
    if (newest.hasChanged(sent)) {
      setRestored(undefined);
      return rebaseOn(stored, newest.over(sent, stored.draft));
    }
    allowLeaving();
    onSaved();
    if (after?.returns) after.go();
  }

  /** Continues from a stored version, with `values` in the form. */
  function rebaseOn({ row, draft }: Version<Row, Draft>, values: Draft) {
    setConflict(undefined);
    setSeen(row);
    form.reset(draft, values);
  }
  const theirs = conflict && { row: conflict.theirs, draft: draftOf(conflict.theirs) };

  return {
    form,
    element,
    error,
    isNew: seen === undefined,
    /** Discards the restored draft; undefined if there is none. */
    discard:
      restored &&
      (() => {
        setRestored(undefined);
        setSeen(row);
        form.reset(draftOf(row));
      }),
    submit: () => void submit({ draft: form.values, over: seen }),
    conflict: theirs && {
      differences: differencesOf(conflict, theirs.draft, labels),
      taken: conflict.taken.map((name) => labels[name]),
      saved: conflict.saved,
    },
    decideLater: () => setConflict(undefined),
    useTheirs() {
      if (!theirs) return;
      const chosen = { ...conflict.merged };
      for (const name of conflict.conflicts) chosen[name] = theirs.draft[name];
      rebaseOn(theirs, chosen);
    },
    keepMine() {
      if (!theirs) return;
      rebaseOn(theirs, conflict.merged);
      void submit({ draft: conflict.merged, over: conflict.theirs });
    },
  };
}

function notifyMerged({ taken, saved }: { taken: Set<string>; saved: string }) {
  if (taken.size > 0) toast.info(takenOver([...taken]), { description: saved });
}
