import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { ServiceIcon } from "#app/components/icons/service-icon.tsx";
import { Field } from "#app/components/ui/field.tsx";
import type { ServiceIcon as IconName } from "#app/content/index.ts";
import { ICON_CHOICES } from "#app/features/services/schema.ts";

interface IconPickerProps {
  label: string;
  value: IconName;
  error: string | undefined;
  onValueChange: (value: IconName) => void;
}

/** The icon, chosen by its looks: the drawings are the ones that visitors see. */
export function IconPicker({ label, value, error, onValueChange }: IconPickerProps) {
  return (
    <Field label={label} nativeLabel={false} error={error}>
      <RadioGroup
        value={value}
        onValueChange={(next) => onValueChange(next as IconName)}
        className="grid grid-cols-3 gap-2 sm:grid-cols-6"
      >
        {ICON_CHOICES.map((icon) => (
          <Radio.Root
            key={icon.value}
            value={icon.value}
            aria-label={icon.label}
            className="grid cursor-pointer justify-items-center gap-2 rounded-md border border-line-strong bg-surface px-1 py-3 text-center text-xs text-ink-2 hover:bg-paper-2 data-checked:border-accent data-checked:bg-brand-soft data-checked:text-ink data-checked:outline data-checked:outline-accent"
          >
            <ServiceIcon name={icon.value} className="size-10" />
            <span aria-hidden>{icon.label}</span>
          </Radio.Root>
        ))}
      </RadioGroup>
    </Field>
  );
}
