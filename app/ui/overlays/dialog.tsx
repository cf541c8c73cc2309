import { Dialog as Base } from "@base-ui/react/dialog";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { cx } from "#app/ui/cx.ts";
import { IconButton } from "#app/ui/inputs/button.tsx";
import { isSecondPress } from "./second-press.ts";

interface DialogProps {
  open: boolean;
  /**
   * Escape, the close button or a press outside: the caller decides whether it really closes. Left
   * out, the dialog can only be answered.
   */
  onClose?: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** what comes and goes beneath the title */
  note?: ReactNode;
  /** while something is on its way the dialog stays */
  locked?: boolean;
  width?: "sm" | "md" | "lg";
  /** its top edge keeps its place while its content grows and shrinks */
  anchored?: boolean;
  /** what stands at its right; only where there is room for it */
  beside?: ReactNode;
  children: ReactNode;
}

const WIDTHS = { sm: "sm:max-w-md", md: "sm:max-w-xl", lg: "sm:max-w-4xl" };

const FIRST =
  ":is(input:not([type=hidden],[readonly],[aria-hidden],[hidden]),textarea,[role=combobox],[data-first],footer button):not(:disabled)";

/** Ctrl or Cmd with Enter presses the form's button, from a field of several lines too. */
function submitByKeys(event: KeyboardEvent) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  const form = (event.target as Element).closest("form");
  const button = form?.querySelector<HTMLElement>("button[type=submit]:not(:disabled)");
  if (!button) return;
  // Once, also where a dialog lies over a dialog.
  event.preventDefault();
  button.click();
}

/** A modal window; on a phone it is a sheet from below. Focus is trapped and returned by Base UI. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  note,
  locked = false,
  width = "md",
  anchored = false,
  beside,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  /** The first field, or else the first action: not the cross. By touch the keyboard stays down. */
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
            onKeyDown={submitByKeys}
            className={cx(
              // its head lies below the band of the messages
              "dialog-panel flex max-h-[calc(100dvh-4rem)] w-full flex-col border border-line bg-surface text-ink shadow-lift sm:max-h-[calc(100dvh-8rem)] sm:rounded-lg",
              anchored ? "rounded-b-xl" : "rounded-t-xl",
              beside ? "h-dvh overflow-hidden sm:max-w-[100rem]" : WIDTHS[width],
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
                  beside ? "w-120 flex-none" : "min-w-0 flex-1",
                )}
              >
                {children}
              </div>
              {beside}
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** The part of a dialog that scrolls. */
export function DialogBody({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={cx("grid flex-1 content-start gap-4 overflow-y-auto px-5 py-4", className)}>
      {children}
    </div>
  );
}

/** The row of actions at a dialog's foot, always in view. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap-reverse justify-end gap-2 border-t border-line bg-paper-2 px-5 py-3 sm:rounded-b-lg">
      {children}
    </footer>
  );
}
