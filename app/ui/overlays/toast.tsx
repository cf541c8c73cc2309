import { Toast as Base } from "@base-ui/react/toast";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import X from "lucide-react/icons/x";
import type { FocusEvent } from "react";
import { additionalReason } from "#app/lib/errors/reasons.ts";
import { cx } from "#app/ui/cx.ts";
import { IconButton } from "#app/ui/inputs/button.tsx";

const SHORT_MS = 5_000;
/** A toast with an action stays long enough to read it and reach the button. */
const ACTION_MS = 12_000;
const ERROR_MS = 10_000;

const manager = Base.createToastManager();

/** The element that had focus before the toasts did. An action returns focus to it. */
let cameFrom: HTMLElement | null = null;

function noteOrigin({ currentTarget, target, relatedTarget }: FocusEvent) {
  if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
  if (relatedTarget instanceof HTMLElement) cameFrom = relatedTarget;
  // F6 focuses the whole region. Move straight to the newest toast's action to save a step.
  if (target === currentTarget)
    currentTarget.querySelector<HTMLElement>(".toast:not(.behind) [data-action]")?.focus();
}

interface ToastOptions {
  /** a second line */
  description?: string;
  action?: { label: string; onClick: () => void };
}

/** @returns a function that closes it once it no longer applies */
function show(type: "success" | "error" | "info", title: string, options: ToastOptions = {}) {
  const { description, action } = options;
  let pressed = false;
  const id: string = manager.add({
    // A repeated toast replaces the earlier one.
    id: action ? undefined : [type, title, description].join(" "),
    type,
    title,
    description,
    timeout: action ? ACTION_MS : type === "error" ? ERROR_MS : SHORT_MS,
    actionProps: action && {
      children: action.label,
      onClick: () => {
        // It can still be clicked while it animates out.
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

/** A failure. Adds the reason below when the sentence doesn't include it (rule X-2). */
function failure(sentence: string, cause: unknown) {
  show("error", sentence, { description: additionalReason(sentence, cause) });
}

/** Reports results to the user. Callable from anywhere; announced to screen readers. */
export const toast = {
  success: (title: string, options?: ToastOptions) => show("success", title, options),
  error: (title: string, options?: ToastOptions) => show("error", title, options),
  failure,
  info: (title: string, options?: ToastOptions) => show("info", title, options),
  /** closes all toasts, because their actions no longer apply */
  clear: () => manager.close(),
};

const ICONS = {
  success: <CircleCheck aria-hidden className="text-success" />,
  error: <CircleAlert aria-hidden className="text-danger" />,
  info: <Info aria-hidden className="text-accent" />,
};

/** Where toasts appear; render once per page. */
export function Toaster() {
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport
          aria-label="Notifications"
          onFocusCapture={noteOrigin}
          // In the header's band, which holds only text. Row actions, window buttons and the close
          // buttons of drawers are next to it or below.
          className="fixed inset-x-14 top-[3px] z-70 flex flex-col gap-2 md:right-34 md:left-auto md:w-[min(36rem,calc(100vw-29rem))]"
        >
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

/** A toast is not a dialog: nothing waits for an answer. */
const MESSAGE = { role: "group", "aria-modal": undefined };

/** The newest in front, the others stacked behind. On hover or focus, all show in full. */
function ToastList() {
  const { toasts } = Base.useToastManager();
  return toasts.map((item, place) => (
    <Base.Root
      key={item.id}
      toast={item}
      swipeDirection={["up", "right"]}
      {...MESSAGE}
      className={cx(
        "toast group rounded-md border border-line-strong bg-surface text-ink shadow-lift data-limited:hidden",
        place > 0 && "behind",
      )}
    >
      <Base.Content className="flex min-h-12 items-center gap-2.5 pl-3 [&_svg]:size-4.5">
        <span className="shrink-0">{ICONS[item.type as keyof typeof ICONS]}</span>
        <div className="min-w-0 flex-1 py-0.5 text-xs/3.5 wrap-anywhere group-data-expanded:py-2 lg:text-sm/5">
          <Base.Title className="inline font-medium" />
          {item.description && " · "}
          <Base.Description className="inline text-ink-2" />
        </div>
        {item.actionProps && (
          <>
            <Base.Action
              data-action=""
              // In a narrow toast a long label takes two lines, or the message would have no room.
              className="min-h-8 shrink-0 rounded-md border border-line-strong px-2.5 text-sm font-medium text-accent hover:bg-paper-2 max-lg:max-w-25 max-lg:px-2 max-lg:text-xs/3.5 pointer-coarse:min-h-11"
            />
            <kbd
              aria-hidden
              className="font-mono text-2xs text-ink-2 max-lg:hidden pointer-coarse:hidden"
            >
              F6
            </kbd>
          </>
        )}
        <Base.Close
          // Base UI hides it from screen readers while toasts are stacked.
          aria-hidden={false}
          render={
            <IconButton label="Dismiss" hint={false} icon={<X aria-hidden />} className="!h-9" />
          }
        />
      </Base.Content>
    </Base.Root>
  ));
}
