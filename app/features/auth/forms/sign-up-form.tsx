import MailCheck from "lucide-react/icons/mail-check";
import { useState } from "react";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { NewPasswordField } from "#app/ui/inputs/new-password-field.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { signUpMessage } from "../messages.ts";
import { signUp } from "../queries.ts";
import { AuthForm } from "./auth-form.tsx";
import { useAuthForm } from "./use-auth-form.ts";

export function SignUpForm() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useAuthForm({
    names: ["full_name", "email", "password"],
    submit: async ({ email = "", password = "", full_name = "" }) => {
      await signUp(email.trim(), password, full_name.trim());
      setSentTo(email.trim());
      toast.success(MESSAGES.auth.signedUp);
    },
    explain: signUpMessage,
  });
  if (sentTo) return <MailSent>{MESSAGES.auth.mailed(sentTo)}</MailSent>;
  return (
    <AuthForm label="Sign up" submitLabel="Sign Up" pendingLabel="Creating account..." {...form}>
      <Field label="Full name">
        <Input name="full_name" autoComplete="name" required />
      </Field>
      <Field label="Email">
        <Input name="email" type="email" autoComplete="username" required />
      </Field>
      <NewPasswordField
        label="Password"
        name="password"
        note="You'll enter it again when you open the link we email you. That confirms the email address is yours."
      />
    </AuthForm>
  );
}

/** Says that the next step is in the person's inbox. */
export function MailSent({ children }: { children: string }) {
  return (
    <div role="status" className="grid justify-items-center gap-2 py-4 text-center">
      <MailCheck aria-hidden className="size-8 text-accent" strokeWidth={1.5} />
      <p className="text-sm wrap-anywhere">{children}</p>
    </div>
  );
}
