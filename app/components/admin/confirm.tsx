import { type ReactNode, useSyncExternalStore } from "react";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";

interface Question {
  title: string;
  label: string;
  details: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
}

let question: Question | undefined;
const listeners = new Set<() => void>();

function ask(next: Question | undefined) {
  question = next;
  for (const listener of listeners) listener();
}

interface ConfirmDelete {
  /** the spec's exact sentence */
  label: string;
  onConfirm: () => void;
  /** 'browser' where the spec says browser confirmation, 'dialog' where it says dialog */
  by?: "browser" | "dialog";
  /** of the dialog */
  title?: string;
  /** shown beneath in the dialog: what would be lost with it */
  details?: ReactNode;
}

/** The one destructive flow: asks, then does. Callable from anywhere under a ConfirmHost. */
export function confirmDelete({
  label,
  onConfirm,
  by = "browser",
  title = "Delete?",
  details,
}: ConfirmDelete): void {
  if (by === "dialog") ask({ title, label, details, confirmLabel: "Delete", onConfirm });
  else if (window.confirm(label)) onConfirm();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Where the dialog of confirmDelete appears; once, in the shell. */
export function ConfirmHost() {
  const current = useSyncExternalStore(
    subscribe,
    () => question,
    () => undefined,
  );
  return (
    <AlertDialog
      open={current !== undefined}
      title={current?.title ?? ""}
      description={
        <>
          {current?.label}
          {current?.details}
        </>
      }
      confirmLabel={current?.confirmLabel ?? "Delete"}
      danger
      onCancel={() => ask(undefined)}
      onConfirm={() => {
        ask(undefined);
        current?.onConfirm();
      }}
    />
  );
}
