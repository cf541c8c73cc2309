import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactNode } from "react";

interface TooltipPopupProps {
  /** the element it describes; null until the tooltip is first used */
  anchor: Element | null;
  open: boolean;
  side: "top" | "right" | "bottom" | "left";
  /** the pointer moved onto the tooltip, which then stays open */
  onStay: () => void;
  onLeave: () => void;
  /** Escape, or a press outside */
  onClose: () => void;
  children: ReactNode;
}

/** The popup of a Tooltip, next to its trigger. */
export function TooltipPopup(props: TooltipPopupProps) {
  const { anchor, open, side, onStay, onLeave, onClose, children } = props;
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side={side} sideOffset={6} className="z-60">
          <Base.Popup
            onPointerEnter={onStay}
            onPointerLeave={onLeave}
            className="popup rounded-sm bg-ink px-2 py-1 text-xs text-paper"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
