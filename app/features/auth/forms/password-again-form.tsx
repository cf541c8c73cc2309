import type { ReactNode } from "react";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input, PasswordInput } from "#app/ui/inputs/input.tsx";
import { passwordMessage } from "../messages.ts";
import { signInAgain } from "../queries.ts";
import { AuthForm } from "./auth-form.tsx";
import { useAuthForm } from "./use-auth-form.ts";

interface PasswordAgainFormProps {
  email: string;
  /** the button's label, and its label while pending */
  labels: readonly [submit: string, pending: string];
  onSignedIn?: () => void;
  footer: ReactNode;
}

/** Asks the person on this screen for their password again. */
export function PasswordAgainForm({ email, labels, onSignedIn, footer }: PasswordAgainFormProps) {
  const form = useAuthForm({
    names: ["password"],
    submit: async ({ password = "" }) => {
      await signInAgain(email, password);
      onSignedIn?.();
    },
    explain: passwordMessage,
  });
  return (
    <AuthForm
      label="Sign in again"
      submitLabel={labels[0]}
      pendingLabel={labels[1]}
      footer={footer}
      {...form}
    >
      <Field label="Email">
        <Input name="email" type="email" autoComplete="username" value={email} readOnly />
      </Field>
      <Field label="Password">
        <PasswordInput name="password" autoComplete="current-password" required />
      </Field>
    </AuthForm>
  );
}
