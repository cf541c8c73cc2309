import type { ReactNode } from "react";
import type { FormApi } from "#app/components/admin/use-form.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Input, Textarea } from "#app/components/ui/input.tsx";
import { type Choice, Select } from "#app/components/ui/select.tsx";
import { Switch } from "#app/components/ui/switch.tsx";

/** Names of a draft's properties that hold a `Value`. */
type NamesOf<Draft, Value> = {
  [Name in keyof Draft & string]: Draft[Name] extends Value ? Name : never;
}[keyof Draft & string];

interface FormFieldProps<Draft, Name> {
  form: FormApi<Draft>;
  name: Name;
  label: string;
  description?: ReactNode;
  required?: boolean;
}

const fieldOf = <Draft,>({
  form,
  name,
  label,
  description,
  required,
}: FormFieldProps<Draft, keyof Draft & string>) => ({
  label,
  description,
  required,
  error: form.errors[name],
});

interface TextFieldProps<Draft> extends FormFieldProps<Draft, NamesOf<Draft, string>> {
  /** lines shown at first; one line when left out */
  rows?: number;
  type?: "text" | "email" | "tel" | "url" | "number";
  min?: number;
  placeholder?: string;
}

/** One line, several lines with `rows`, or a number; the draft holds the text as typed. */
export function TextField<Draft>({
  rows,
  type,
  min,
  placeholder,
  ...field
}: TextFieldProps<Draft>) {
  const { form, name, required } = field;
  const control = {
    name,
    required,
    placeholder,
    value: String(form.values[name]),
    onValueChange: (value: string) => form.set(name, value as Draft[typeof name]),
  };
  return (
    <Field {...fieldOf(field)}>
      {rows ? (
        <Textarea {...control} rows={rows} />
      ) : (
        <Input
          {...control}
          type={type}
          min={min}
          inputMode={type === "number" ? "numeric" : undefined}
        />
      )}
    </Field>
  );
}

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

interface SelectFieldProps<Draft> extends FormFieldProps<Draft, NamesOf<Draft, string>> {
  choices: readonly Choice<string>[];
}

/** One of a few. */
export function SelectField<Draft>({ choices, ...field }: SelectFieldProps<Draft>) {
  const { form, name } = field;
  return (
    <Field {...fieldOf(field)} nativeLabel={false}>
      <Select
        choices={choices}
        value={String(form.values[name])}
        onValueChange={(value) => form.set(name, value as Draft[typeof name])}
        className="w-full"
      />
    </Field>
  );
}
