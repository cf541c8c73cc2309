import { Field } from "#app/ui/inputs/field.tsx";
import { Switch } from "#app/ui/inputs/switch.tsx";
import { type FormFieldProps, fieldOf, type NamesOf } from "./form-fields.tsx";

/** An on/off switch. */
export function SwitchField<Draft>(field: FormFieldProps<Draft, NamesOf<Draft, boolean>>) {
  const { form, name } = field;
  return (
    <Field {...fieldOf(field)} inline nativeLabel={false}>
      <Switch
        checked={Boolean(form.values[name])}
        onCheckedChange={(on) => form.set(name, on as Draft[typeof name])}
      />
    </Field>
  );
}
