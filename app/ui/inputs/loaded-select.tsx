import { Select as Base } from "@base-ui/react/select";
import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import { cx } from "#app/ui/cx.ts";
import type { SelectProps } from "./select.tsx";

/** The implementation of Select, loaded the first time one is shown. */
export default function LoadedSelect<Value extends string>({
  choices,
  value,
  onValueChange,
  label,
  disabled,
  className,
}: SelectProps<Value>) {
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <Base.Root
      items={choices}
      value={value}
      onValueChange={(next) => next !== null && onValueChange(next)}
      disabled={disabled}
    >
      <Base.Trigger
        aria-label={label && `${label}: ${chosen?.label ?? "none"}`}
        className={cx(
          "flex h-9 min-w-0 items-center justify-between gap-2 rounded-md border border-line-strong bg-surface px-3 text-left text-sm text-ink hover:bg-paper-2 data-invalid:border-danger data-disabled:opacity-60 pointer-coarse:h-11",
          className,
        )}
      >
        <span className="flex min-w-0 items-center gap-2 [&_svg]:size-4">
          {chosen?.icon}
          <span className="truncate">
            <Base.Value />
          </span>
        </span>
        <Base.Icon className="text-ink-2">
          <ChevronDown aria-hidden className="size-4" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className="z-50">
          <Base.Popup className="popup max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-surface p-1 text-sm text-ink shadow-lift">
            {choices.map((choice) => (
              <Base.Item
                key={choice.value}
                value={choice.value}
                className="menu-item grid grid-cols-[1rem_1fr] items-center gap-2 [&_svg]:size-4"
              >
                <Base.ItemIndicator className="col-start-1 text-accent">
                  <Check aria-hidden />
                </Base.ItemIndicator>
                <span className="col-start-2 flex items-center gap-2">
                  {choice.icon}
                  <Base.ItemText>{choice.label}</Base.ItemText>
                </span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
