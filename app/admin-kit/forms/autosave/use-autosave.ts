import { useEffect, useRef, useState } from "react";
import { savedBy } from "#app/admin-kit/dialogs/saved-by.ts";
import { useUnsaved } from "#app/admin-kit/dialogs/unsaved.tsx";
import type { StoredRow } from "#app/lib/data/table-store.ts";
import { missingFor, StaleError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { whenBack } from "#app/lib/retry/when-back.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { draftKey, forgetSave, keepDraft, keptDraft, rememberSave, undoable } from "../visit.ts";
import {
  atRest,
  autosave,
  type Draft,
  type Effect,
  type Event,
  type Autosave as Field,
} from "./autosave.ts";

interface AutosaveOptions<Row> {
  /** the field's own, by which a reload of the tab finds what was typed: "site_settings/company_name" */
  name: string;
  /** as last read; undefined when the row does not exist yet */
  row: Row;
  /** what the field shows of a row */
  textOf: (row: Row) => string;
  /** the text as it will be stored, or what is wrong with it */
  check?: (text: string) => { value: string } | { error: string };
  /**
   * Stores the text over the version `seen`, and keeps the cached rows up to date before it
   * resolves with the row as stored. Throws StaleError when someone else was faster.
   */
  save: (value: string, seen: Row) => Promise<NonNullable<Row>>;
  /** the sentence for a refusal (rule X-1) */
  explain: (cause: unknown) => string;
  /** parameters of the address whose change takes the field away */
  params?: readonly string[];
}

/**
 * One field that saves when it is left. A refused text stays in the field, marked as not saved, and
 * holds the person back from leaving. One that only found no server or no session is saved by itself
 * when they are back, also when the screen is gone by then. Shows what others save, unless this field
 * is being edited.
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
  const [kept] = useState(() => {
    const typed = keptDraft<Draft<Row>>(key);
    // A save that was on its way arrived after all.
    return typed?.text === textOf(row) ? undefined : typed;
  });
  const [field, setField] = useState<Field<Row>>({ ...atRest, draft: kept });
  const latest = useRef(field);
  const takeBackMessage = useRef<() => void>(undefined);
  const stopWaiting = useRef<() => void>(undefined);
  const { draft, state, error, stale } = field;

  // What is on its way needs no question: it goes on by itself, and says so when it fails.
  useUnsaved(draft !== undefined && state !== "saving", params);
  useEffect(() => {
    if (state !== "saving") return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", onBeforeUnload);
    return () => window.removeEventListener("beforeunload", onBeforeUnload);
  }, [state]);

  function tell(event: Event<Row>) {
    const [next, effects] = autosave(latest.current, event, { textOf, check });
    latest.current = next;
    setField(next);
    // Who left the screen threw away what was not on its way.
    const { gone, draft, sent } = next;
    const left = (!gone && draft) || sent;
    keepDraft(key, left && { text: left.text, seen: left.seen });
    for (const effect of effects) run(effect);
  }

  const told = useRef(tell);
  told.current = tell;
  useEffect(() => {
    told.current({ type: "shown" });
    return () => told.current({ type: "gone" });
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
          tell({ type: "retry", tried, failed: failed + 1 }),
        );
        return;
      }
      case "say why not": {
        const onClick = () => tell({ type: "retry", tried: effect.tried, failed: undefined });
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
      tell({ type: "stored", row: await save(value, over) });
    } catch (cause) {
      const words = explain(cause);
      const refusal =
        cause instanceof StaleError
          ? { stale: cause.current as NonNullable<Row>, words }
          : { missing: missingFor(cause), words };
      tell({ type: "refused", refusal });
    }
  }

  async function ask(row: NonNullable<Row>) {
    tell({ type: "conflict", row, saved: await savedBy(row) });
  }

  const before = undoable(row?.id, textOf(row));
  const edit = (text: string) => tell({ type: "edit", text, row });

  return {
    text: draft ? draft.text : textOf(row),
    /** it is not what is stored */
    unsaved: draft !== undefined,
    state,
    error,
    /** it was typed before a reload of the tab, and can be discarded */
    restored: draft !== undefined && draft === kept && state !== "saving",
    /** the row as someone else stored it, by whom and when, while the person has to choose */
    stale,
    /** its text */
    theirs: stale ? textOf(stale.row) : "",
    edit,
    /** the field was left */
    commit: () => tell({ type: "leave" }),
    /** another value in one step: a colour picked, a file chosen */
    put: (text: string) => tell({ type: "put", text, row }),
    /** takes back this visit's last save; left out where there is none, or somebody wrote since */
    undo:
      draft || before === undefined
        ? undefined
        : () => tell({ type: "put", text: before, row, undoes: true }),
    keepMine: () => tell({ type: "keep mine" }),
    takeTheirs: () => tell({ type: "take theirs" }),
    decideLater: () => tell({ type: "decide later" }),
    discard: () => tell({ type: "discard" }),
  };
}

export type Autosave = ReturnType<typeof useAutosave<StoredRow | undefined>>;
