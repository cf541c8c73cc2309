import { useQueryClient } from "@tanstack/react-query";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog, DialogBody } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input, PasswordInput } from "#app/components/ui/input.tsx";
import { AuthForm } from "#app/features/auth/auth-form.tsx";
import { signIn } from "#app/features/auth/queries.ts";
import { useSession } from "#app/features/auth/session.tsx";
import { useAuthForm } from "#app/features/auth/use-auth-form.ts";
import { signInMessage } from "#app/lib/errors.ts";
import { isBack } from "#app/lib/when-back.ts";

/** Signs the same person in again on top of the screen, which keeps everything typed. */
export function SessionExpiredDialog() {
  const { user, expired, signOut } = useSession();
  const client = useQueryClient();
  const email = user?.email ?? "";
  const form = useAuthForm({
    names: ["password"],
    submit: async ({ password = "" }) => {
      await signIn(email, password);
      isBack("session");
      await client.invalidateQueries();
    },
    explain: signInMessage,
  });
  return (
    <Dialog
      open={expired}
      width="sm"
      title="Your session has ended"
      description="Sign in again to go on. Nothing you typed is lost: what waits is saved then."
    >
      <DialogBody>
        <AuthForm
          label="Sign in again"
          submitLabel="Sign In"
          pendingLabel="Signing in..."
          footer={
            <Button look="ghost" onClick={() => void signOut()}>
              Leave and sign out
            </Button>
          }
          {...form}
        >
          <Field label="Email">
            <Input name="email" type="email" autoComplete="username" value={email} readOnly />
          </Field>
          <Field label="Password">
            <PasswordInput name="password" autoComplete="current-password" required />
          </Field>
        </AuthForm>
      </DialogBody>
    </Dialog>
  );
}
