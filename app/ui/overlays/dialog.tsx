import { Dialog as Base } from "@base-ui/react/dialog";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { cx } from "#app/ui/cx.ts";
import { Button, IconButton } from "#app/ui/inputs/button.tsx";
import { ignoreSecondPressBehind, isSecondPress } from "./second-press.ts";

interface DialogProps {
  open: boolean;
  /**
   * Called on Escape, the close button or an outside click; the caller decides whether to close.
   * Without it, the dialog closes only through its own actions.
   */
  onClose?: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** optional content under the title */
  note?: ReactNode;
  /** prevents closing while a request is in flight */
  locked?: boolean;
  width?: "sm" | "md" | "lg";
  /** the top edge stays in place while the content grows and shrinks */
  anchored?: boolean;
  /** as tall as the screen allows, so that its buttons don't move when content arrives */
  tall?: boolean;
  /** content to the right, shown only where there is room */
  sidePanel?: ReactNode;
  /** where the focus goes on close; true: back to what had it */
  focusAfter?: () => HTMLElement | true;
  children: ReactNode;
}

const WIDTHS = { sm: "sm:max-w-md", md: "sm:max-w-xl", lg: "sm:max-w-4xl" };

const FIRST =
  ":is(input:not([type=hidden],[readonly],[aria-hidden],[hidden]),textarea,[role=combobox],[data-first],footer button):not(:disabled,[data-danger])";

/** Submits the form on Ctrl+Enter or Cmd+Enter, also from a multi-line field. */
function submitByKeys(event: KeyboardEvent) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  const form = (event.target as Element).closest("form");
  const button = form?.querySelector<HTMLElement>("button[type=submit]:not(:disabled)");
  if (!button) return;
  // Handle it once, also in nested dialogs.
  event.preventDefault();
  button.click();
}

/** A modal dialog; on phones, a bottom sheet. Base UI handles the focus trap and focus return. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  note,
  locked = false,
  width = "md",
  anchored = false,
  tall = false,
  sidePanel,
  focusAfter,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(ignoreSecondPressBehind, []);
  /** Focuses the first field or harmless action, not the close button. No keyboard pops up on touch. */
  const firstFocus = (openedBy: string) =>
    openedBy === "touch" || (popup.current?.querySelector<HTMLElement>(FIRST) ?? true);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { event }) => !next && !locked && !isSecondPress(event) && onClose?.()}
    >
      <Base.Portal>
        <Base.Backdrop forceRender className="backdrop" />
        <Base.Viewport
          className={cx(
            "fixed inset-0 z-50 grid justify-items-center overflow-hidden sm:p-6",
            anchored ? "items-start pt-14 sm:pt-[12dvh]" : "items-end sm:items-center",
          )}
        >
          <Base.Popup
            ref={popup}
            initialFocus={firstFocus}
            finalFocus={focusAfter}
            onKeyDown={submitByKeys}
            className={cx(
              // its header sits below the band where toasts appear
              "dialog-panel flex max-h-[calc(100dvh-4rem)] w-full flex-col border border-line bg-surface text-ink shadow-lift sm:max-h-[calc(100dvh-8rem)] sm:rounded-lg",
              anchored ? "rounded-b-xl" : "rounded-t-xl",
              Boolean(tall || sidePanel) && "h-dvh",
              sidePanel ? "overflow-hidden sm:max-w-[100rem]" : WIDTHS[width],
            )}
          >
            <header className="flex items-start justify-between gap-4 border-b border-line px-5 py-3.5">
              <div className="grid min-w-0 gap-0.5 self-center">
                <Base.Title className="font-display text-lg/6 font-semibold">{title}</Base.Title>
                {description && (
                  <Base.Description className="text-sm text-ink-2">{description}</Base.Description>
                )}
                {note}
              </div>
              {onClose && (
                <Base.Close
                  disabled={locked}
                  render={
                    <IconButton
                      label="Close"
                      hint={false}
                      icon={<X aria-hidden />}
                      className="-mr-2"
                    />
                  }
                />
              )}
            </header>
            <div className="flex min-h-0 flex-1">
              <div
                className={cx(
                  "flex min-h-0 flex-col",
                  sidePanel ? "w-120 flex-none" : "min-w-0 flex-1",
                )}
              >
                {children}
              </div>
              {sidePanel}
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** The scrolling part of a dialog. */
export function DialogBody({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={cx("grid flex-1 content-start gap-4 overflow-y-auto px-5 py-4", className)}>
      {children}
    </div>
  );
}

/** The row of actions at the bottom of a dialog, always in view. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap-reverse justify-end gap-2 border-t border-line bg-paper-2 px-5 py-3 sm:rounded-b-lg">
      {children}
    </footer>
  );
}

interface FormFooterProps {
  /** the label of the button that submits */
  label: string;
  pendingLabel?: string;
  pending: boolean;
  disabled?: boolean;
  onCancel: () => void;
  /** further actions, before these */
  children?: ReactNode;
}

/** The actions of a form in a dialog. */
export const FormFooter = ({ label, onCancel, children, ...submit }: FormFooterProps) => (
  <DialogFooter>
    {children}
    <Button onClick={onCancel} disabled={submit.pending}>
      Cancel
    </Button>
    <Button type="submit" look="primary" aria-keyshortcuts="Control+Enter Meta+Enter" {...submit}>
      {label}
    </Button>
  </DialogFooter>
);
