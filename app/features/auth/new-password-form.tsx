import type { User } from "@supabase/supabase-js";
import { NewPasswordField } from "#app/components/ui/new-password-field.tsx";
import { toast } from "#app/components/ui/toast.tsx";
import { AuthForm } from "#app/features/auth/auth-form.tsx";
import { setNewPassword } from "#app/features/auth/queries.ts";
import { useSession } from "#app/features/auth/session.tsx";
import { useAuthForm } from "#app/features/auth/use-auth-form.ts";
import { MESSAGES, RefusedError, reason } from "#app/lib/errors.ts";
import { MIN_PASSWORD_LENGTH } from "#app/lib/password-rule.ts";

/** The second half of 'Forgot password?': the reset link signed the person in. */
export function NewPasswordForm({ user }: { user: User }) {
  const { recovered } = useSession();
  const form = useAuthForm({
    names: ["password"],
    missing: MESSAGES.users.passwordEmpty,
    submit: async ({ password = "" }) => {
      if (password.length < MIN_PASSWORD_LENGTH)
        throw new RefusedError(MESSAGES.users.passwordShort);
      await setNewPassword(password);
      toast.success("Your new password is set.");
      recovered();
    },
    explain: (cause) => (cause instanceof RefusedError ? cause.message : reason(cause)),
  });
  return (
    <AuthForm
      label="Choose a new password"
      submitLabel="Save new password"
      pendingLabel="Saving..."
      {...form}
    >
      <h2 className="font-display text-lg/6 font-semibold">Choose a new password</h2>
      <p className="-mt-2 text-sm text-ink-2 wrap-anywhere">
        For {user.email}. Wherever else you are signed in, you are signed out.
      </p>
      <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
      <NewPasswordField label="New password" name="password" />
    </AuthForm>
  );
}
