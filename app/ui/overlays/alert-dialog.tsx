import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { type ReactNode, useRef } from "react";
import { Button } from "#app/ui/inputs/button.tsx";

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
  pending?: boolean;
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
  onConfirm,
  onCancel,
  focusAfter = () => true,
}: AlertDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && !pending && onCancel()}>
      <Base.Portal>
        <Base.Backdrop forceRender className="backdrop" />
        <Base.Viewport className="fixed inset-0 z-50 grid place-items-center p-4">
          <Base.Popup
            initialFocus={safe}
            finalFocus={() => (isInDialog() ? false : focusAfter())}
            className="dialog-panel grid max-h-full w-full max-w-md gap-3 overflow-y-auto rounded-lg border border-line bg-surface p-5 text-ink shadow-lift"
          >
            <Base.Title className="font-display text-lg/6 font-semibold">{title}</Base.Title>
            <Base.Description className="text-sm text-ink-2" render={<div />}>
              {description}
            </Base.Description>
            {children}
            <div className="mt-2 flex flex-wrap-reverse justify-end gap-2">
              <Base.Close ref={safe} disabled={pending} render={<Button>{cancelLabel}</Button>} />
              <Button look={danger ? "danger" : "primary"} pending={pending} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
