import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { isBack } from "#app/lib/retry/when-back.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input, PasswordInput } from "#app/ui/inputs/input.tsx";
import { Dialog, DialogBody } from "#app/ui/overlays/dialog.tsx";
import { AuthForm } from "./forms/auth-form.tsx";
import { useAuthForm } from "./forms/use-auth-form.ts";
import { signInMessage } from "./messages.ts";
import { signIn } from "./queries.ts";
import { CodeForm } from "./second-factor/code-form.tsx";
import { useSession } from "./session.tsx";

export interface SessionExpiredProps {
  open: boolean;
}

/** Signs the same person in again in a dialog, so the screen keeps everything typed. */
export function SessionExpiredDialog({ open }: SessionExpiredProps) {
  const { half, signOut } = useSession();
  const client = useQueryClient();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) {
      isBack("session");
      void client.invalidateQueries();
    }
    wasOpen.current = open;
  }, [open, client]);
  const leave = (
    <Button look="ghost" onClick={() => void signOut()}>
      Leave and sign out
    </Button>
  );
  return (
    <Dialog
      open={open}
      width="sm"
      title={half ? "Enter your code" : "Your session has ended"}
      description={
        half
          ? "Confirm that it's you. Nothing you typed is lost."
          : "Sign in again to continue. Nothing you typed is lost: unsaved changes are saved once you're back."
      }
    >
      <DialogBody>
        {half ? (
          <CodeForm onProved={() => undefined} footer={leave} />
        ) : (
          <PasswordForm footer={leave} />
        )}
      </DialogBody>
    </Dialog>
  );
}

function PasswordForm({ footer }: { footer: ReactNode }) {
  const { user } = useSession();
  const email = user?.email ?? "";
  const form = useAuthForm({
    names: ["password"],
    submit: async ({ password = "" }) => {
      await signIn(email, password);
    },
    explain: signInMessage,
  });
  return (
    <AuthForm
      label="Sign in again"
      submitLabel="Sign In"
      pendingLabel="Signing in..."
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
