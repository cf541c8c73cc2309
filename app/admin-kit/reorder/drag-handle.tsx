import GripVertical from "lucide-react/icons/grip-vertical";
import type { ComponentProps } from "react";

interface DragHandleProps extends ComponentProps<"button"> {
  /** the name of the item it moves */
  name: string;
}

/** The drag handle of an item; a button, so that it is keyboard accessible. */
export function DragHandle({ name, ...rest }: DragHandleProps) {
  return (
    <button
      type="button"
      aria-label={`Move ${name}`}
      data-handle
      {...rest}
      className="grid size-8 shrink-0 cursor-grab touch-none place-items-center rounded-md text-ink-3 hover:bg-paper-3 hover:text-ink active:cursor-grabbing disabled:opacity-40 pointer-coarse:size-11"
    >
      <GripVertical aria-hidden className="size-4.5" />
    </button>
  );
}
