import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";

export interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  panel: ReactNode;
}

interface TabsProps<Value extends string> {
  /** the accessible name of the row of tabs */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** classes for the tab list, such as the number of columns */
  listClassName?: string;
  className?: string;
}

/** Controlled tabs. The caller usually stores the choice in the URL (admin-kit/lists/url-state.ts). */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onValueChange,
  listClassName,
  className,
}: TabsProps<Value>) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
      className={cx("grid grid-cols-[minmax(0,1fr)] gap-5", className)}
    >
      <Base.List
        aria-label={label}
        className={cx(
          "grid gap-1 rounded-md border border-line bg-paper-2 p-1",
          listClassName ?? "auto-cols-fr grid-flow-col",
        )}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="h-8 cursor-pointer rounded-sm border border-transparent px-3 text-sm font-medium whitespace-nowrap text-ink-2 hover:text-ink data-active:border-line-strong data-active:bg-surface data-active:text-ink pointer-coarse:h-11"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        // A closing panel stays mounted for one frame. Hide it, or the page shows both.
        <Base.Panel key={tab.value} value={tab.value} className="data-ending-style:hidden">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
