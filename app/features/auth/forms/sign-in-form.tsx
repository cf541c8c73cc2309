import { Link } from "react-router";
import { isWrongPassword } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input, PasswordInput } from "#app/ui/inputs/input.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { signInMessage } from "../messages.ts";
import { signIn } from "../queries.ts";
import { AuthForm } from "./auth-form.tsx";
import { useAuthForm } from "./use-auth-form.ts";

/** Doesn't redirect after sign-in: the page watches the session and does that. */
export function SignInForm({ forgotHref }: { forgotHref: string }) {
  const form = useAuthForm({
    names: ["email", "password"],
    submit: async ({ email = "", password = "" }) => {
      const needsCode = await signIn(email.trim(), password);
      if (!needsCode) toast.success(MESSAGES.auth.signedIn);
    },
    explain: (cause) => {
      const why = signInMessage(cause);
      // The server doesn't say which: that would reveal to strangers who has an account.
      return isWrongPassword(cause)
        ? `${why}. If you just signed up, open the link in your inbox first.`
        : why;
    },
  });
  return (
    <AuthForm label="Sign in" submitLabel="Sign In" pendingLabel="Signing in..." {...form}>
      <Field label="Email">
        <Input name="email" type="email" autoComplete="username" required />
      </Field>
      <Field
        label="Password"
        aside={
          <Link to={forgotHref} className="text-sm underline">
            Forgot password?
          </Link>
        }
      >
        <PasswordInput name="password" autoComplete="current-password" required />
      </Field>
    </AuthForm>
  );
}
