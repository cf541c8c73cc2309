import { Checkbox as Base } from "@base-ui/react/checkbox";
import Check from "lucide-react/icons/check";

type CheckboxProps = Omit<Base.Root.Props, "className" | "children"> & {
  /** the accessible name where no Field labels it */
  label?: string;
};

export function Checkbox({ label, ...rest }: CheckboxProps) {
  return (
    <Base.Root
      aria-label={label}
      {...rest}
      className="grid size-6 shrink-0 cursor-pointer place-items-center rounded-sm border border-line-strong bg-surface data-checked:border-brand data-checked:bg-brand data-checked:text-on-brand data-disabled:opacity-60"
    >
      <Base.Indicator>
        <Check aria-hidden className="size-4" />
      </Base.Indicator>
    </Base.Root>
  );
}
