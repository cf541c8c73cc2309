import { MIN_PASSWORD_LENGTH } from "#contract/password-rule.ts";
import { Field } from "./field.tsx";
import { type InputProps, PasswordInput } from "./input.tsx";

interface NewPasswordFieldProps extends InputProps {
  label: string;
  error?: string;
  /** characters */
  shortest?: number;
  /** what else to know before choosing it */
  note?: string;
}

/** A password that is being chosen: the rule stands beneath it before it is broken. */
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
