import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";

interface SelectBoxProps {
  label: string;
  checked: boolean;
  /** some of the items are selected, but not all */
  some?: boolean;
  /** @param isRange Shift was held: selects the range from the last one to this one */
  onChange: (checked: boolean, isRange: boolean) => void;
  /** its visible label, if any */
  children?: ReactNode;
}

/** A checkbox for one row or all. The whole cell is clickable. */
export const SelectBox = ({ label, checked, some = false, onChange, children }: SelectBoxProps) => (
  <label
    className={cx(
      "inline-grid h-8 justify-self-start min-w-8 shrink-0 cursor-pointer place-items-center text-sm text-ink-2 select-none pointer-coarse:h-11 pointer-coarse:min-w-11",
      children !== undefined && "grid-flow-col gap-1.5 pr-2",
    )}
  >
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = some && !checked;
      }}
      // A checkbox's change event comes from a click, which has the Shift state, also for Space.
      onChange={({ currentTarget, nativeEvent }) =>
        onChange(currentTarget.checked, (nativeEvent as MouseEvent).shiftKey)
      }
      className="size-4 cursor-pointer accent-brand"
    />
    {children}
  </label>
);
