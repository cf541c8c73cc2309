import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

interface TooltipProps {
  label: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  disabled?: boolean;
  /** one focusable element that already has its own accessible name */
  children: ReactElement<Record<string, unknown>>;
}

/** Words for those who see: the trigger's own name must say the same to a screen reader. */
export function Tooltip({ label, side = "top", disabled, children }: TooltipProps) {
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger delay={400} render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-60">
          <Base.Popup className="popup rounded-sm bg-ink px-2 py-1 text-xs text-paper">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
