import { mergeProps } from "@base-ui/react/merge-props";
import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { onDemand } from "#app/ui/on-demand.tsx";

/** How long the mouse rests on the trigger before the tooltip opens. */
const DELAY_MS = 400;
/** Long enough to move the mouse from the trigger to the tooltip. */
const GRACE_MS = 120;

interface TooltipProps {
  label: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  disabled?: boolean;
  /** one focusable element that already has its own accessible name */
  children: ReactElement<Record<string, unknown>>;
}

const TooltipPopup = onDemand(async () => (await import("./tooltip-popup.tsx")).TooltipPopup, {
  isNeeded: ({ anchor }) => anchor !== null,
  early: true,
});

/**
 * A visual tooltip: the trigger's own accessible name must already say the same. Its code loads
 * after the first screen.
 */
export function Tooltip({ label, side = "top", disabled = false, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [open, setOpen] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function show(next: boolean, afterMs = 0) {
    clearTimeout(timer.current);
    if (afterMs === 0) setOpen(next);
    else timer.current = window.setTimeout(() => setOpen(next), afterMs);
  }
  const reach = (trigger: Element, afterMs?: number) => {
    if (disabled) return;
    setAnchor(trigger);
    show(true, afterMs);
  };
  const trigger = {
    onPointerEnter: ({ pointerType, currentTarget }: PointerEvent) =>
      pointerType === "mouse" && reach(currentTarget, DELAY_MS),
    onPointerLeave: () => show(false, GRACE_MS),
    onFocus: ({ currentTarget }: FocusEvent) =>
      currentTarget.matches(":focus-visible") && reach(currentTarget),
    onBlur: () => show(false),
    onPointerDown: () => show(false),
  };
  return (
    <>
      {cloneElement(children, mergeProps(children.props, trigger))}
      <TooltipPopup
        anchor={anchor}
        open={open && !disabled}
        side={side}
        onStay={() => show(true)}
        onLeave={() => show(false, GRACE_MS)}
        onClose={() => show(false)}
      >
        {label}
      </TooltipPopup>
    </>
  );
}
