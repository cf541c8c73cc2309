import { Switch as Base } from "@base-ui/react/switch";

type SwitchProps = Omit<Base.Root.Props, "className" | "children"> & {
  /** the accessible name when no Field labels it */
  label?: string;
};

export function Switch({ label, ...rest }: SwitchProps) {
  return (
    <Base.Root
      aria-label={label}
      {...rest}
      className="group inline-flex h-6 w-10 shrink-0 cursor-pointer items-center rounded-full border border-line-strong bg-paper-3 p-0.5 transition-colors data-checked:border-brand data-checked:bg-brand data-disabled:cursor-not-allowed data-disabled:opacity-60 forced-colors:data-checked:bg-[Highlight]"
    >
      <Base.Thumb className="size-4.5 rounded-full border border-line-strong bg-white transition-transform data-checked:translate-x-4 data-checked:border-transparent forced-colors:bg-[ButtonText] forced-colors:data-checked:bg-[HighlightText]" />
    </Base.Root>
  );
}
