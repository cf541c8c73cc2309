import { Button } from "#app/ui/inputs/button.tsx";
import { Dialog, DialogBody } from "#app/ui/overlays/dialog.tsx";
import { PasswordAgainForm } from "./forms/password-again-form.tsx";
import { CodeForm } from "./second-factor/code-form.tsx";
import { appsIn } from "./second-factor/queries.ts";
import { useSession } from "./session.tsx";

interface ProofDialogProps {
  open: boolean;
  onProved: () => void;
  onCancel: () => void;
}

/** Asks who is there, before something that an unattended browser must not allow. */
export function ProofDialog({ open, onProved, onCancel }: ProofDialogProps) {
  const { user } = useSession();
  const hasApp = appsIn(user?.factors).length > 0;
  const cancel = (
    <Button look="ghost" onClick={onCancel}>
      Cancel
    </Button>
  );
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      width="sm"
      title="Confirm it's you"
      description={`You signed in a while ago. Enter ${hasApp ? "a code" : "your password"} to continue.`}
    >
      <DialogBody>
        {hasApp ? (
          <CodeForm onProved={onProved} footer={cancel} />
        ) : (
          <PasswordAgainForm
            email={user?.email ?? ""}
            labels={["Continue", "Checking..."]}
            onSignedIn={onProved}
            footer={cancel}
          />
        )}
      </DialogBody>
    </Dialog>
  );
}
