import { type FormFieldProps, fieldOf, type NamesOf } from "#app/components/admin/form-fields.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Switch } from "#app/components/ui/switch.tsx";

/** On or off. */
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
