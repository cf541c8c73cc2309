import { useEffect, useRef, useState } from "react";
import { savedBy } from "#app/admin-kit/dialogs/saved-by.ts";
import { useUnsaved } from "#app/admin-kit/dialogs/unsaved.tsx";
import type { StoredRow } from "#app/lib/data/table-store.ts";
import { missingFor, StaleError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { whenBack } from "#app/lib/retry/when-back.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { draftKey, forgetSave, rememberSave, storeDraft, storedDraft, undoable } from "../visit.ts";
import {
  atRest,
  autosave,
  type Draft,
  type Effect,
  type Event,
  type Autosave as Field,
} from "./autosave.ts";

interface AutosaveOptions<Row> {
  /** a unique name that finds the draft after a reload: "site_settings/company_name" */
  name: string;
  /** the row as last read; undefined if it doesn't exist yet */
  row: Row;
  /** the field's text for a row */
  textOf: (row: Row) => string;
  /** the normalized text to store, or a validation error */
  check?: (text: string) => { value: string } | { error: string };
  /**
   * Stores the text over the version `seen`, and updates cached rows before resolving with the
   * stored row. Throws StaleError when someone else saved first.
   */
  save: (value: string, seen: Row) => Promise<NonNullable<Row>>;
  /** the error sentence for a failed save (rule X-1) */
  explain: (cause: unknown) => string;
  /** URL parameters whose change unmounts the field */
  params?: readonly string[];
}

/**
 * A field that saves on blur. Rejected text stays in the field, marked as unsaved, and blocks
 * navigation. If the server or session was unavailable, the save retries automatically, even after
 * the screen is closed. Shows others' saves unless this field is being edited.
 */
export function useAutosave<Row extends StoredRow | undefined>({
  name,
  row,
  textOf,
  check = (text) => ({ value: text }),
  save,
  explain,
  params,
}: AutosaveOptions<Row>) {
  const [key] = useState(() => draftKey(name));
  const [initialDraft] = useState(() => {
    const typed = storedDraft<Draft<Row>>(key);
    // The save in flight reached the server after all.
    return typed?.text === textOf(row) ? undefined : typed;
  });
  const [field, setField] = useState<Field<Row>>({ ...atRest, draft: initialDraft });
  const latest = useRef(field);
  const takeBackMessage = useRef<() => void>(undefined);
  const stopWaiting = useRef<() => void>(undefined);
  const { draft, state, error, stale } = field;

  // A save in flight doesn't block navigation: it finishes on its own and reports a failure.
  useUnsaved(draft !== undefined && state !== "saving", params);
  useEffect(() => {
    if (state !== "saving") return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", onBeforeUnload);
    return () => window.removeEventListener("beforeunload", onBeforeUnload);
  }, [state]);

  function dispatch(event: Event<Row>) {
    const [next, effects] = autosave(latest.current, event, { textOf, check });
    latest.current = next;
    setField(next);
    // Leaving the screen discards everything except a save in flight.
    const { gone, draft, sent } = next;
    const left = (!gone && draft) || sent;
    storeDraft(key, left && { text: left.text, seen: left.seen });
    for (const effect of effects) run(effect);
  }

  const latestDispatch = useRef(dispatch);
  latestDispatch.current = dispatch;
  useEffect(() => {
    latestDispatch.current({ type: "shown" });
    return () => latestDispatch.current({ type: "gone" });
  }, []);

  function run(effect: Effect<Row>) {
    switch (effect.type) {
      case "stop waiting":
        return stopWaiting.current?.();
      case "take back message":
        return takeBackMessage.current?.();
      case "save":
        return void send(effect.value, effect.over);
      case "remember":
        return rememberSave(effect.before?.id, textOf(effect.before), textOf(effect.after));
      case "forget":
        return forgetSave(effect.row.id);
      case "say that it is saved after all":
        return toast.success(MESSAGES.waiting.saved);
      case "ask who":
        return void ask(effect.row);
      case "wait": {
        const { missing, failed, tried } = effect;
        stopWaiting.current = whenBack(missing, failed, () =>
          dispatch({ type: "retry", tried, failed: failed + 1 }),
        );
        return;
      }
      case "say why not": {
        const onClick = () => dispatch({ type: "retry", tried: effect.tried, failed: undefined });
        takeBackMessage.current = toast.error(effect.words, {
          action: { label: "Try again", onClick },
        });
        return;
      }
      case "say what was typed":
        return toast.error(effect.words, {
          description: `You typed: ${effect.text.slice(0, 300)}`,
        });
    }
  }

  async function send(value: string, over: Row) {
    try {
      dispatch({ type: "stored", row: await save(value, over) });
    } catch (cause) {
      const words = explain(cause);
      const refusal =
        cause instanceof StaleError
          ? { stale: cause.current as NonNullable<Row>, words }
          : { missing: missingFor(cause), words };
      dispatch({ type: "refused", refusal });
    }
  }

  async function ask(row: NonNullable<Row>) {
    dispatch({ type: "conflict", row, saved: await savedBy(row) });
  }

  const before = undoable(row?.id, textOf(row));
  const edit = (text: string) => dispatch({ type: "edit", text, row });

  return {
    text: draft ? draft.text : textOf(row),
    /** differs from the stored value */
    unsaved: draft !== undefined,
    state,
    error,
    /** restored after a reload of the tab, and can be discarded */
    restored: draft !== undefined && draft === initialDraft && state !== "saving",
    /** the row someone else stored, by whom and when, while the user has to choose */
    stale,
    /** that row's text */
    theirs: stale ? textOf(stale.row) : "",
    edit,
    /** call on blur */
    commit: () => dispatch({ type: "leave" }),
    /** sets a value and saves it in one step: a picked color, a chosen file */
    put: (text: string) => dispatch({ type: "put", text, row }),
    /** undoes this visit's last save; undefined if there is none or someone saved since */
    undo:
      draft || before === undefined
        ? undefined
        : () => dispatch({ type: "put", text: before, row, undoes: true }),
    keepMine: () => dispatch({ type: "keep mine" }),
    takeTheirs: () => dispatch({ type: "take theirs" }),
    decideLater: () => dispatch({ type: "decide later" }),
    discard: () => dispatch({ type: "discard" }),
  };
}

export type Autosave = ReturnType<typeof useAutosave<StoredRow | undefined>>;
