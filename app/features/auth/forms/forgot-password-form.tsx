import { useState } from "react";
import { Link } from "react-router";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { requestReset } from "../queries.ts";
import { AuthForm } from "./auth-form.tsx";
import { MailSent } from "./sign-up-form.tsx";
import { useAuthForm } from "./use-auth-form.ts";

/** Shows the same message whether or not the account exists, so it can't reveal accounts. */
export function ForgotPasswordForm({ backHref }: { backHref: string }) {
  const [sentTo, setSentTo] = useState<string>();
  const form = useAuthForm({
    names: ["email"],
    submit: async ({ email = "" }) => {
      await requestReset(email.trim());
      setSentTo(email.trim());
    },
    explain: reason,
  });
  const back = (
    <p className="text-center text-sm">
      <Link to={backHref} className="underline">
        Back to sign in
      </Link>
    </p>
  );
  if (sentTo)
    return (
      <>
        <MailSent>{MESSAGES.auth.resetMailed(sentTo)}</MailSent>
        {back}
      </>
    );
  return (
    <AuthForm
      label="Forgot password"
      submitLabel="Send reset link"
      pendingLabel="Sending..."
      footer={back}
      {...form}
    >
      <h2 className="font-display text-lg/6 font-semibold">Forgot password?</h2>
      <p className="-mt-2 text-sm text-ink-2">
        Enter the email you sign in with, and we'll send you a link to choose a new password.
      </p>
      <Field label="Email">
        <Input name="email" type="email" autoComplete="username" required />
      </Field>
    </AuthForm>
  );
}
