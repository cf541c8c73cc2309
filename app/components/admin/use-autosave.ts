import { useEffect, useRef, useState } from "react";
import { useUnsaved } from "#app/components/admin/unsaved.tsx";
import { toast } from "#app/components/ui/toast.tsx";
import { StaleError } from "#app/lib/errors.ts";

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
 * holds the person back from leaving; when the screen is gone already, the message offers to try
 * again, or shows the text that someone else's change was in the way of. Shows what others save,
 * unless this field is being edited.
 */
export function useAutosave<Row>({
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
  const [stale, setStale] = useState<NonNullable<Row>>();
  const latest = useRef<Draft<Row>>(undefined);
  latest.current = draft;
  const busy = useRef(false);
  const leftMeanwhile = useRef(false);
  const gone = useRef(false);
  const takeBackMessage = useRef<() => void>(undefined);

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
    };
  }, []);

  function edit(text: string): Draft<Row> {
    const next = { text, seen: draft ? draft.seen : row };
    latest.current = next;
    setDraft(next);
    setError(undefined);
    setState((before) => (before === "saving" ? before : "rest"));
    return next;
  }

  async function store({ text, seen }: Draft<Row>) {
    const checked = check(text);
    if ("error" in checked) {
      setError(checked.error);
      setState("failed");
      return;
    }
    if (busy.current) {
      leftMeanwhile.current = true;
      return;
    }
    if (checked.value === textOf(seen)) {
      setDraft(undefined);
      setError(undefined);
      setState("rest");
      return;
    }
    busy.current = true;
    takeBackMessage.current?.();
    setState("saving");
    setError(undefined);
    try {
      const saved = await save(checked.value, seen);
      const typedOn = latest.current !== undefined && latest.current.text !== text;
      latest.current = typedOn ? { text: latest.current?.text ?? text, seen: saved } : undefined;
      setDraft(latest.current);
      setState(typedOn ? "rest" : "saved");
    } catch (cause) {
      setState("failed");
      if (cause instanceof StaleError && !gone.current) setStale(cause.current as NonNullable<Row>);
      else if (cause instanceof StaleError)
        toast.error(explain(cause), { description: `Your text was: ${text.slice(0, 300)}` });
      else {
        setError(explain(cause));
        takeBackMessage.current = toast.error(explain(cause), {
          action: { label: "Try again", onClick: () => void commit() },
        });
      }
    } finally {
      busy.current = false;
    }
    if (leftMeanwhile.current) {
      leftMeanwhile.current = false;
      commit();
    }
  }

  function commit() {
    if (latest.current) void store(latest.current);
  }

  return {
    text: draft ? draft.text : textOf(row),
    state,
    error,
    /** the row as someone else stored it, while the person has to choose */
    stale,
    edit,
    /** the field was left */
    commit,
    /** another value in one step: a colour picked, a file chosen */
    put: (text: string) => void store(edit(text)),
    keepMine() {
      if (!stale || !draft) return;
      setStale(undefined);
      void store({ text: draft.text, seen: stale });
    },
    takeTheirs() {
      setStale(undefined);
      setDraft(undefined);
      setError(undefined);
      setState("rest");
    },
    decideLater() {
      setStale(undefined);
      setError("Someone else changed this meanwhile");
    },
  };
}

export type Autosave = ReturnType<typeof useAutosave>;
