import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { AlertOnDemand } from "#app/ui/overlays/alert-on-demand.ts";
import { useOpened } from "./use-opened.ts";

interface Question {
  title: string;
  label: string;
  details: ReactNode;
  onConfirm: () => void;
  focusAfter: () => HTMLElement | null;
}

let question: Question | undefined;
const listeners = new Set<() => void>();

function ask(next: Question | undefined) {
  question = next;
  for (const listener of listeners) listener();
}

export interface ConfirmDelete {
  /** the exact sentence of rule L-8 */
  label: string;
  onConfirm: () => void;
  /** which of the two asks: rule L-8 */
  by?: "browser" | "dialog";
  /** of the dialog */
  title?: string;
  /** shown beneath in the dialog: what would be lost with it */
  details?: ReactNode;
}

/**
 * The one destructive flow: asks, then does. Callable from anywhere under a ConfirmHost. The pressed
 * button goes with its item, so the keyboard goes on at the next one.
 */
export function confirmDelete({
  label,
  onConfirm,
  by = "browser",
  title = "Delete?",
  details,
}: ConfirmDelete): void {
  const focusAfter = neighbourOf(document.activeElement);
  if (by === "dialog") ask({ title, label, details, onConfirm, focusAfter });
  else if (window.confirm(label)) {
    focusAfter()?.focus({ preventScroll: true });
    onConfirm();
  }
}

/** Finds, later: the first control of the item after this one or before it, else where it stood. */
function neighbourOf(pressed: Element | null): () => HTMLElement | null {
  const item = pressed?.closest("li, tr");
  const near = item?.nextElementSibling ?? item?.previousElementSibling;
  const around = pressed?.closest<HTMLElement>("[role=dialog], main");
  return () => near?.querySelector<HTMLElement>("a, button:not(:disabled)") ?? around ?? null;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Where the dialog of confirmDelete appears; once, in the shell. Back answers it with no. */
export function ConfirmHost() {
  const current = useSyncExternalStore(
    subscribe,
    () => question,
    () => undefined,
  );
  const [answered, setAnswered] = useState<Question>();
  const opened = useOpened("asking");
  const asking = opened.open && current !== undefined && current !== answered;
  const latest = useRef({ ...opened, asking });
  latest.current = { ...opened, asking };
  useEffect(() => {
    if (current) latest.current.openAt("delete");
  }, [current]);
  useEffect(() => {
    // A reload, or Forward: what was asked is not known any more, or has been answered.
    if (opened.open && !latest.current.asking) latest.current.close();
  }, [opened.open]);
  useEffect(() => () => ask(undefined), []);
  return (
    <AlertOnDemand
      open={asking}
      title={current?.title ?? ""}
      description={
        <>
          {current?.label}
          {current?.details && <div className="mt-3">{current.details}</div>}
        </>
      }
      confirmLabel="Delete"
      danger
      focusAfter={() => (current === answered && current?.focusAfter()) || true}
      onCancel={opened.close}
      onConfirm={() => {
        setAnswered(current);
        opened.close();
        current?.onConfirm();
      }}
    />
  );
}
