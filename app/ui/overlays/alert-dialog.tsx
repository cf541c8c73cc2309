import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "#app/ui/inputs/button.tsx";
import { DialogBody, DialogFooter } from "./dialog.tsx";
import { ignoreSecondPressBehind } from "./second-press.ts";

interface AlertDialogProps {
  open: boolean;
  title: string;
  description: ReactNode;
  /** more to read before the decision, which screen readers don't announce with the title */
  children?: ReactNode;
  /** the confirm button's label */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** the answer is being carried out */
  pending?: boolean;
  /** what it asks about is still loading: it can only be canceled */
  loading?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** where focus goes on close; true or omitted: back to where it was */
  focusAfter?: () => HTMLElement | true;
}

/** Whether another dialog opened meanwhile and has the focus: typed text must not land behind it. */
const isInDialog = () => Boolean(document.activeElement?.closest("[role=dialog]"));

/** A question that requires an answer. The safe choice has focus. */
export function AlertDialog({
  open,
  title,
  description,
  children,
  confirmLabel,
  cancelLabel = "Cancel",
  danger = false,
  pending = false,
  loading = false,
  onConfirm,
  onCancel,
  focusAfter = () => true,
}: AlertDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(ignoreSecondPressBehind, []);
  /** A second click can come before the screen shows `pending`. */
  const isConfirmed = useRef(false);
  isConfirmed.current = false;
  function confirm() {
    if (isConfirmed.current) return;
    isConfirmed.current = true;
    onConfirm();
  }
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && !pending && onCancel()}>
      <Base.Portal>
        <Base.Backdrop forceRender className="backdrop" />
        {/* The bottom edge stays in place, so that the buttons don't move when content arrives. */}
        <Base.Viewport className="fixed inset-0 z-50 grid items-end justify-items-center p-4 sm:pb-[40dvh]">
          <Base.Popup
            initialFocus={safe}
            finalFocus={() => (isInDialog() ? false : focusAfter())}
            className="dialog-panel flex max-h-full w-full max-w-md flex-col overflow-hidden rounded-lg border border-line bg-surface text-ink shadow-lift"
          >
            <DialogBody>
              <Base.Title className="font-display text-lg/6 font-semibold">{title}</Base.Title>
              <Base.Description className="text-sm text-ink-2" render={<div />}>
                {description}
              </Base.Description>
              {children}
            </DialogBody>
            <DialogFooter>
              <Base.Close ref={safe} disabled={pending} render={<Button>{cancelLabel}</Button>} />
              <Button
                look={danger ? "danger" : "primary"}
                pending={pending || loading}
                onClick={confirm}
              >
                {confirmLabel}
              </Button>
            </DialogFooter>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
