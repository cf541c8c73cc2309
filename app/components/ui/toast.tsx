import { Toast as Base } from "@base-ui/react/toast";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import X from "lucide-react/icons/x";
import type { FocusEvent } from "react";
import { reasonBeside } from "#app/lib/errors.ts";
import { IconButton } from "./button.tsx";

const SHORT_MS = 5_000;
/** A message with an action stays long enough to be read and reached. */
const ACTION_MS = 12_000;
const ERROR_MS = 10_000;

const manager = Base.createToastManager();

/** Where the keyboard was before it came to the messages: it goes back there after an action. */
let cameFrom: HTMLElement | null = null;

function noteOrigin({ currentTarget, relatedTarget }: FocusEvent) {
  if (!(relatedTarget instanceof HTMLElement) || currentTarget.contains(relatedTarget)) return;
  cameFrom = relatedTarget;
}

interface ToastOptions {
  /** a second line */
  description?: string;
  action?: { label: string; onClick: () => void };
}

/** @returns takes it away again, when what it says no longer holds */
function show(type: "success" | "error" | "info", title: string, options: ToastOptions = {}) {
  const { description, action } = options;
  let pressed = false;
  const id: string = manager.add({
    // The same news again takes its old place instead of a new one.
    id: action ? undefined : `${type} ${title}`,
    type,
    title,
    description,
    timeout: action ? ACTION_MS : type === "error" ? ERROR_MS : SHORT_MS,
    actionProps: action && {
      children: action.label,
      onClick: () => {
        // On its way out it can still be pressed.
        if (pressed) return;
        pressed = true;
        cameFrom?.focus({ preventScroll: true });
        manager.close(id);
        action.onClick();
      },
    },
  });
  return () => manager.close(id);
}

/** A failure; the reason stands beneath where the sentence leaves it out (rule X-2). */
function failure(sentence: string, cause: unknown) {
  show("error", sentence, { description: reasonBeside(sentence, cause) });
}

/** The one way to tell what happened; callable from anywhere, announced to screen readers. */
export const toast = {
  success: (title: string, options?: ToastOptions) => show("success", title, options),
  error: (title: string, options?: ToastOptions) => show("error", title, options),
  failure,
  info: (title: string, options?: ToastOptions) => show("info", title, options),
};

const ICONS = {
  success: <CircleCheck aria-hidden className="text-success" />,
  error: <CircleAlert aria-hidden className="text-danger" />,
  info: <Info aria-hidden className="text-accent" />,
};

/** Where toasts appear; once per page. */
export function Toaster() {
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport
          aria-label="Notifications"
          onFocusCapture={noteOrigin}
          // On a phone above: below are the buttons of the sheet that is open.
          className="fixed inset-x-4 top-2 z-70 flex flex-col gap-2 sm:top-auto sm:bottom-4 sm:left-auto sm:w-96"
        >
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

/** A message, not a window: nothing waits for an answer here. */
const MESSAGE = { role: "group", "aria-modal": undefined };

function ToastList() {
  const { toasts } = Base.useToastManager();
  return toasts.map((item) => (
    <Base.Root
      key={item.id}
      toast={item}
      {...MESSAGE}
      className="toast rounded-md border border-line-strong bg-surface text-ink shadow-lift data-limited:hidden"
    >
      <Base.Content className="flex items-start gap-3 py-2 pr-2 pl-3.5 [&_svg]:size-4.5">
        <span className="mt-2 shrink-0">{ICONS[item.type as keyof typeof ICONS]}</span>
        <div className="min-w-0 flex-1 py-1.5 text-sm/6 wrap-anywhere">
          <Base.Title className="font-medium" />
          <Base.Description className="text-ink-2" />
        </div>
        {item.actionProps && (
          <Base.Action className="mt-1 h-8 shrink-0 rounded-md border border-line-strong px-2.5 text-sm font-medium text-accent hover:bg-paper-2 pointer-coarse:h-11" />
        )}
        <Base.Close
          // Base UI hides it while toasts lie in a stack; ours lie side by side.
          aria-hidden={false}
          render={
            <IconButton label="Dismiss" hint={false} icon={<X aria-hidden />} className="!h-9" />
          }
        />
      </Base.Content>
    </Base.Root>
  ));
}
