import { MIN_PASSWORD_LENGTH } from "#contract/account-rules.ts";
import { Field } from "./field.tsx";
import { type InputProps, PasswordInput } from "./input.tsx";

interface NewPasswordFieldProps extends InputProps {
  label: string;
  error?: string;
  /** minimum length in characters */
  shortest?: number;
  /** anything else to know before choosing one */
  note?: string;
}

/** A field for choosing a new password. Shows the rule up front, not only after an error. */
export function NewPasswordField({
  label,
  error,
  shortest = MIN_PASSWORD_LENGTH,
  note,
  ...rest
}: NewPasswordFieldProps) {
  const rule = `At least ${shortest} characters`;
  const whole = shortest > MIN_PASSWORD_LENGTH ? `${rule}, and not a commonly used one` : rule;
  return (
    <Field label={label} error={error} description={note ? `${whole}. ${note}` : whole}>
      <PasswordInput autoComplete="new-password" required {...rest} />
    </Field>
  );
}
