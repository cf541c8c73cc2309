import type { ServiceIcon as IconName } from "#app/content/index.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { ServiceIcon } from "../icon.tsx";
import { ICON_CHOICES } from "../schema.ts";

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
      <div role="radiogroup" aria-label={label} className="grid grid-cols-3 gap-2 sm:grid-cols-6">
        {ICON_CHOICES.map((icon) => (
          <label
            key={icon.value}
            className="relative grid justify-items-center gap-2 rounded-md border border-line-strong bg-surface px-1 py-3 text-center text-xs text-ink-2 hover:bg-paper-2 has-checked:border-accent has-checked:bg-brand-soft has-checked:text-ink has-checked:outline has-checked:outline-accent"
          >
            <input
              type="radio"
              name="icon"
              checked={value === icon.value}
              onChange={() => onValueChange(icon.value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-md"
            />
            <ServiceIcon name={icon.value} className="size-10" />
            {icon.label}
          </label>
        ))}
      </div>
    </Field>
  );
}
