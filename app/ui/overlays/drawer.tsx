import { Dialog as Base } from "@base-ui/react/dialog";
import X from "lucide-react/icons/x";
import { type ReactNode, useEffect } from "react";
import { cx } from "#app/ui/cx.ts";
import { IconButton } from "#app/ui/inputs/button.tsx";
import { ignoreSecondPressBehind, isSecondPress } from "./second-press.ts";

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  side?: "left" | "right";
  /** dark green instead of paper, like the sidebar, and with room for the end of its menu */
  dark?: boolean;
  /** where focus goes after closing; true or omitted: back to what opened it */
  returnFocus?: () => HTMLElement | null | true;
  className?: string;
  children: ReactNode;
}

/** A modal side panel: navigation on a phone, or one row's details. */
export function Drawer({
  open,
  onClose,
  title,
  side = "right",
  dark,
  returnFocus,
  className,
  children,
}: DrawerProps) {
  useEffect(ignoreSecondPressBehind, []);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { event }) => !next && !isSecondPress(event) && onClose()}
    >
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup
          finalFocus={returnFocus}
          className={cx(
            "drawer fixed inset-y-0 z-50 flex max-w-[calc(100vw-2.5rem)] flex-col shadow-lift",
            dark
              ? "on-dark border-white/15 bg-brand-night text-white"
              : "border-line bg-surface text-ink",
            side === "left" ? "from-left left-0 border-r" : "from-right right-0 border-l",
            className ?? "w-120",
          )}
        >
          <header
            className={cx(
              "flex items-center gap-4 border-b border-inherit py-2.5",
              // The close button sits at the window's edge, because toasts appear between the
              // edges.
              side === "left" ? "flex-row-reverse justify-end pl-2" : "justify-between pr-3 pl-5",
            )}
          >
            <Base.Title className="min-w-0 font-display text-lg/6 font-semibold wrap-anywhere">
              {title}
            </Base.Title>
            <Base.Close
              render={<IconButton label="Close" hint={false} icon={<X aria-hidden />} />}
            />
          </header>
          <div className={cx("min-h-0 flex-1 overflow-y-auto", dark && "scroll-pb-28")}>
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
