import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isBack } from "#app/lib/retry/when-back.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Dialog, DialogBody } from "#app/ui/overlays/dialog.tsx";
import { PasswordAgainForm } from "./forms/password-again-form.tsx";
import { CodeForm } from "./second-factor/code-form.tsx";
import { useSession } from "./session.tsx";

interface SessionExpiredProps {
  open: boolean;
  onSignOut: () => void;
}

/** Signs the same person in again in a dialog, so the screen keeps everything typed. */
export function SessionExpiredDialog({ open, onSignOut }: SessionExpiredProps) {
  const { half, user } = useSession();
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
    <Button look="ghost" onClick={onSignOut}>
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
          <PasswordAgainForm
            email={user?.email ?? ""}
            labels={["Sign In", "Signing in..."]}
            footer={leave}
          />
        )}
      </DialogBody>
    </Dialog>
  );
}
