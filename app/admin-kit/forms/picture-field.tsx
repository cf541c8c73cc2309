import { Field } from "#app/ui/inputs/field.tsx";
import { type FormFieldProps, fieldOf, type NamesOf } from "./form-fields.tsx";
import { PictureInput, usePicker } from "./picture-input.tsx";

/** An item's picture: by URL, from the media library, or uploaded directly. */
export function PictureField<Draft>(field: FormFieldProps<Draft, NamesOf<Draft, string>>) {
  const { form, name, label } = field;
  const put = (next: string) => form.set(name, next as Draft[typeof name]);
  const picker = usePicker(label, put);
  return (
    <>
      <Field {...fieldOf(field)}>
        <PictureInput
          name={name}
          label={label}
          address={String(form.values[name])}
          onType={put}
          onChoose={picker.choose}
          onRemove={() => put("")}
        />
      </Field>
      {/* Outside the field, whose label would otherwise name every control in the dialog. */}
      {picker.dialog}
    </>
  );
}
