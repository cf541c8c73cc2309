import { useEffect, useRef, useState } from "react";
import { savedBy } from "#app/admin-kit/dialogs/saved-by.ts";
import { useUnsaved } from "#app/admin-kit/dialogs/unsaved.tsx";
import type { StoredRow } from "#app/lib/data/table-store.ts";
import { missingFor, StaleError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { whenBack } from "#app/lib/retry/when-back.ts";
import { mergeVersions } from "#app/lib/text/three-way-merge.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { forgetSave, rememberSave, undoable } from "./visit.ts";

export type SaveState = "rest" | "saving" | "saved" | "failed";

interface AutosaveOptions<Row> {
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

/** A text that is being edited: the version it began from, until it is stored. */
interface Draft<Row> {
  text: string;
  seen: Row;
}

/**
 * One field that saves when it is left. A refused text stays in the field, marked as not saved, and
 * holds the person back from leaving. One that only found no server or no session is saved by itself
 * when they are back, also when the screen is gone by then. Shows what others save, unless this field
 * is being edited.
 */
export function useAutosave<Row extends StoredRow | undefined>({
  row,
  textOf,
  check = (text) => ({ value: text }),
  save,
  explain,
  params,
}: AutosaveOptions<Row>) {
  const [draft, setDraft] = useState<Draft<Row>>();
  const [state, setState] = useState<SaveState>("rest");
  const [error, setError] = useState<string>();
  const [stale, setStale] = useState<{ row: NonNullable<Row>; saved: string }>();
  const latest = useRef<Draft<Row>>(undefined);
  latest.current = draft;
  const busy = useRef(false);
  const leftMeanwhile = useRef(false);
  const gone = useRef(false);
  const undoing = useRef(false);
  const takeBackMessage = useRef<() => void>(undefined);
  const stopWaiting = useRef<() => void>(undefined);

  // What is on its way needs no question: it goes on by itself, and says so when it fails.
  useUnsaved(draft !== undefined && state !== "saving", params);
  useEffect(() => {
    if (state !== "saving") return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", onBeforeUnload);
    return () => window.removeEventListener("beforeunload", onBeforeUnload);
  }, [state]);

  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      // Left on purpose, with the text thrown away; one that was on its way waits on.
      if (!busy.current) stopWaiting.current?.();
    };
  }, []);

  function settle(next: SaveState, words?: string) {
    setState(next);
    setError(words);
  }

  function edit(text: string): Draft<Row> {
    stopWaiting.current?.();
    const next = { text, seen: draft ? draft.seen : row };
    latest.current = next;
    setDraft(next);
    setError(undefined);
    setState((before) => (before === "saving" ? before : "rest"));
    return next;
  }

  /** @param failed how many tries of its own were in vain already; undefined: a person asks */
  async function store({ text, seen }: Draft<Row>, failed?: number) {
    stopWaiting.current?.();
    const checked = check(text);
    if ("error" in checked) return settle("failed", checked.error);
    if (busy.current) {
      leftMeanwhile.current = true;
      return;
    }
    if (checked.value === textOf(seen)) {
      setDraft(undefined);
      return settle("rest");
    }
    busy.current = true;
    takeBackMessage.current?.();
    settle("saving");
    try {
      const saved = await saveOver(checked.value, seen);
      if (undoing.current) forgetSave(saved.id);
      else rememberSave(seen?.id, textOf(seen), textOf(saved));
      stored(text, saved);
      if (failed !== undefined) toast.success(MESSAGES.waiting.saved);
    } catch (cause) {
      refused(cause, { text, seen }, failed);
    } finally {
      busy.current = false;
    }
    if (leftMeanwhile.current) {
      leftMeanwhile.current = false;
      commit();
    }
  }

  /** What was typed on meanwhile goes on from the version that is stored now. */
  function stored(text: string, saved: NonNullable<Row>) {
    const typed = latest.current?.text ?? text;
    latest.current = typed === text ? undefined : { text: typed, seen: saved };
    setDraft(latest.current);
    settle(latest.current ? "rest" : "saved");
  }

  /** Stores the text; a change beside the text itself, by someone else, is nothing to ask about. */
  async function saveOver(value: string, seen: Row): Promise<NonNullable<Row>> {
    try {
      return await save(value, seen);
    } catch (cause) {
      if (!(cause instanceof StaleError)) throw cause;
      const theirs = cause.current as NonNullable<Row>;
      const { conflicts } = mergeVersions(
        { text: textOf(seen) },
        { text: value },
        { text: textOf(theirs) },
      );
      if (conflicts.length > 0) throw cause;
      return saveOver(value, theirs);
    }
  }

  async function ask(theirs: NonNullable<Row>) {
    setStale({ row: theirs, saved: await savedBy(theirs) });
  }

  function refused(cause: unknown, tried: Draft<Row>, failed: number | undefined) {
    if (cause instanceof StaleError) {
      setState("failed");
      if (!gone.current) void ask(cause.current as NonNullable<Row>);
      else
        toast.error(explain(cause), { description: `Your text was: ${tried.text.slice(0, 300)}` });
      return;
    }
    settle("failed", explain(cause));
    const missing = missingFor(cause);
    if (missing)
      stopWaiting.current = whenBack(
        missing,
        failed ?? 0,
        () => void store(latest.current ?? tried, (failed ?? 0) + 1),
      );
    // What is tried again by itself is told once.
    if (failed === undefined || !missing)
      takeBackMessage.current = toast.error(explain(cause), {
        action: { label: "Try again", onClick: () => void store(latest.current ?? tried) },
      });
  }

  function commit() {
    if (latest.current) void store(latest.current);
  }

  const before = undoable(row?.id, textOf(row));
  async function undo(text: string) {
    undoing.current = true;
    await store(edit(text));
    undoing.current = false;
  }

  return {
    text: draft ? draft.text : textOf(row),
    /** it is not what is stored */
    unsaved: draft !== undefined,
    state,
    error,
    /** the row as someone else stored it, by whom and when, while the person has to choose */
    stale,
    /** its text */
    theirs: stale ? textOf(stale.row) : "",
    edit,
    /** the field was left */
    commit,
    /** another value in one step: a colour picked, a file chosen */
    put: (text: string) => void store(edit(text)),
    /** takes back this visit's last save; left out where there is none, or somebody wrote since */
    undo: draft || before === undefined ? undefined : () => void undo(before),
    keepMine() {
      if (!stale || !draft) return;
      setStale(undefined);
      void store({ text: draft.text, seen: stale.row });
    },
    takeTheirs() {
      setStale(undefined);
      setDraft(undefined);
      settle("rest");
    },
    decideLater() {
      setStale(undefined);
      setError("Someone else changed this meanwhile");
    },
  };
}

export type Autosave = ReturnType<typeof useAutosave<StoredRow | undefined>>;
