import { useQueryClient } from "@tanstack/react-query";
import { isBack } from "#app/lib/retry/when-back.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input, PasswordInput } from "#app/ui/inputs/input.tsx";
import { Dialog, DialogBody } from "#app/ui/overlays/dialog.tsx";
import { AuthForm } from "./forms/auth-form.tsx";
import { useAuthForm } from "./forms/use-auth-form.ts";
import { signInMessage } from "./messages.ts";
import { signIn } from "./queries.ts";
import { useSession } from "./session.tsx";

export interface SessionExpiredProps {
  open: boolean;
}

/** Signs the same person in again in a dialog, so the screen keeps everything typed. */
export function SessionExpiredDialog({ open }: SessionExpiredProps) {
  const { user, signOut } = useSession();
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
      open={open}
      width="sm"
      title="Your session has ended"
      description="Sign in again to continue. Nothing you typed is lost: unsaved changes are saved once you're back."
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
