import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";

export interface MenuAction {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
}

interface MenuProps {
  /** the button that opens it; must have its own accessible name */
  trigger: ReactElement<Record<string, unknown>>;
  actions: readonly MenuAction[];
}

/** A short list of actions behind one button. */
export function Menu({ trigger, actions }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} className="z-50">
          <Base.Popup className="popup min-w-40 rounded-md border border-line bg-surface p-1 text-sm text-ink shadow-lift">
            {actions.map(({ label, icon, danger, disabled, onSelect }) => (
              <Base.Item
                key={label}
                disabled={disabled}
                onClick={onSelect}
                className={cx(
                  "menu-item flex items-center gap-2.5 [&_svg]:size-4",
                  danger && "text-danger",
                )}
              >
                {icon}
                {label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
