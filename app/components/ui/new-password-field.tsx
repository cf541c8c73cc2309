import { MIN_PASSWORD_LENGTH } from "#app/lib/password-rule.ts";
import { Field } from "./field.tsx";
import { type InputProps, PasswordInput } from "./input.tsx";

interface NewPasswordFieldProps extends InputProps {
  label: string;
  error?: string;
}

/** A password that is being chosen: the rule stands beneath it before it is broken. */
export function NewPasswordField({ label, error, ...rest }: NewPasswordFieldProps) {
  return (
    <Field label={label} error={error} description={`At least ${MIN_PASSWORD_LENGTH} characters`}>
      <PasswordInput autoComplete="new-password" required {...rest} />
    </Field>
  );
}
