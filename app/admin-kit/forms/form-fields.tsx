import type { ReactNode } from "react";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input, Textarea } from "#app/ui/inputs/input.tsx";
import { withAuthorNote } from "./note.tsx";
import { InsertPicker, withReading } from "./text-inserts.tsx";
import type { FormApi } from "./use-form.ts";

/** Names of the draft properties of type `Value`. */
export type NamesOf<Draft, Value> = {
  [Name in keyof Draft & string]: Draft[Name] extends Value ? Name : never;
}[keyof Draft & string];

export interface FormFieldProps<Draft, Name> {
  form: FormApi<Draft>;
  name: Name;
  label: string;
  description?: ReactNode;
  required?: boolean;
}

/** Field props for one property of a form. */
export const fieldOf = <Draft,>({
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
  /** lines shown initially; default: a single-line input */
  rows?: number;
  type?: "text" | "email" | "tel" | "url" | "number" | "datetime-local";
  min?: number;
  placeholder?: string;
  /** a text for visitors that can contain placeholders */
  inserts?: boolean;
}

/** A single line, several lines with `rows`, or a number. The draft holds the text as typed. */
export function TextField<Draft>({
  rows,
  type,
  min,
  placeholder,
  inserts,
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
  const { value: text, onValueChange } = control;
  return (
    <Field
      {...fieldOf(field)}
      aside={
        inserts && (
          <span className="text-xs">
            <InsertPicker {...{ name, text, onValueChange }} />
          </span>
        )
      }
      description={withAuthorNote(
        name,
        text,
        inserts ? withReading(field.description, text) : field.description,
      )}
    >
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
