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
  /** which prompt to use: rule L-8 */
  by?: "browser" | "dialog";
  /** the dialog's title */
  title?: string;
  /** shown below the text in the dialog: what would be lost too */
  details?: ReactNode;
}

/**
 * The only destructive flow: confirms, then deletes. Callable from anywhere under a ConfirmHost. The
 * pressed button disappears with its item, so focus moves to the next item.
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

/** A lazy lookup of the first control in the next or previous item, else the container. */
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

/** Renders the dialog of confirmDelete; once, in the shell. Back cancels it. */
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
    // After a reload, the question is lost; after Forward, it is already answered.
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
