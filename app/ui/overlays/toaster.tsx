import { Toast as Base } from "@base-ui/react/toast";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import X from "lucide-react/icons/x";
import { type FocusEvent, useEffect } from "react";
import { cx } from "#app/ui/cx.ts";
import { IconButton } from "#app/ui/inputs/button.tsx";

export type ToastManager = ReturnType<typeof Base.createToastManager>;

const ICONS = {
  success: <CircleCheck aria-hidden className="text-success" />,
  error: <CircleAlert aria-hidden className="text-danger" />,
  info: <Info aria-hidden className="text-accent" />,
};

export interface ToasterProps {
  open: boolean;
  manager: ToastManager;
  /** after an action the keyboard goes back to where it was before it came to the messages */
  onCome: (from: HTMLElement) => void;
  /** from now on the manager is listened to */
  onReady: () => void;
}

/** Where toasts appear; once per page. */
export function Toaster({ manager, onCome, onReady }: ToasterProps) {
  useEffect(onReady, [onReady]);
  const noteOrigin = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      onCome(relatedTarget);
  };
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport
          aria-label="Notifications"
          onFocusCapture={noteOrigin}
          // In the header's band, where there are only words: a row's actions, a window's buttons and
          // the crosses of drawers all lie beside it or below.
          className="fixed inset-x-14 top-[3px] z-70 flex flex-col gap-2 md:right-34 md:left-auto md:w-[min(36rem,calc(100vw-29rem))]"
        >
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

/** A message, not a window: nothing waits for an answer here. */
const MESSAGE = { role: "group", "aria-modal": undefined };

/** The newest in front; the others peek out behind it. Whoever comes to them sees all, in full. */
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
        <div className="line-clamp-3 min-w-0 flex-1 text-xs/4 wrap-anywhere group-data-expanded:line-clamp-none group-data-expanded:py-2 md:line-clamp-2 md:text-sm/5">
          <Base.Title className="inline font-medium" />
          {item.description && " · "}
          <Base.Description className="inline text-ink-2" />
        </div>
        {item.actionProps && (
          <>
            <Base.Action className="h-8 shrink-0 rounded-md border border-line-strong px-2.5 text-sm font-medium text-accent hover:bg-paper-2 pointer-coarse:h-11" />
            <kbd
              aria-hidden
              className="font-mono text-2xs text-ink-2 max-lg:hidden pointer-coarse:hidden"
            >
              F6
            </kbd>
          </>
        )}
        <Base.Close
          // Base UI hides it from screen readers while toasts lie in a stack.
          aria-hidden={false}
          render={
            <IconButton label="Dismiss" hint={false} icon={<X aria-hidden />} className="!h-9" />
          }
        />
      </Base.Content>
    </Base.Root>
  ));
}
