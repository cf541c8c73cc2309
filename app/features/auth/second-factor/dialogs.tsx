import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useUnsaved, type Warning } from "#app/admin-kit/dialogs/unsaved.tsx";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { withProof } from "#app/lib/retry/with-proof.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { makeCodes, name, refusal } from "./queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SetUpSteps } from "./set-up-steps.tsx";
import { ErrorLine, type StepFrameProps } from "./step-form.tsx";

export interface SecondFactorDialogProps {
  /** from the address: "add" an app, make new "codes", or "" */
  shown: string;
  email: string;
  /** the names of the apps there are */
  taken: readonly string[];
  hasCodes: boolean;
  onClose: () => void;
}

/** The dialogs of the account page's card. */
export function SecondFactorDialogs({ shown, taken, onClose, ...rest }: SecondFactorDialogProps) {
  return (
    <>
      <Dialog open={shown === "add"} onClose={onClose} width="sm" title="Add an authenticator app">
        <AddApp taken={taken} onClose={onClose} {...rest} />
      </Dialog>
      <Dialog open={shown === "codes"} onClose={onClose} width="sm" title="New recovery codes">
        <NewCodes onClose={onClose} {...rest} />
      </Dialog>
    </>
  );
}

const PARAM = "second-factor";
const UNSEEN: Warning = {
  title: "Close without saving the codes?",
  description: "You won't be able to see them again. You can create new ones later.",
  confirmLabel: "Close",
  cancelLabel: "Stay here",
};

type PartProps = Omit<SecondFactorDialogProps, "shown">;

/** Mounted only while the dialog is open, so that no key or code stays in memory. */
function AddApp({ email, taken, onClose }: Omit<PartProps, "hasCodes">) {
  const client = useQueryClient();
  const [added, setAdded] = useState(false);
  const allowLeaving = useUnsaved(added, [PARAM], UNSEEN);
  // The list grows while the dialog is open.
  const [before] = useState(taken);
  return (
    <SetUpSteps
      Frame={DialogFrame}
      email={email}
      taken={before}
      onAdded={() => setAdded(true)}
      onDone={async () => {
        // First, so that the card behind shows what is true now.
        await client.invalidateQueries({ queryKey: [name] });
        allowLeaving();
        onClose();
      }}
      cancel={<Button onClick={onClose}>Cancel</Button>}
    />
  );
}

function NewCodes({ email, hasCodes, onClose }: Omit<PartProps, "taken">) {
  const client = useQueryClient();
  const { data, error, isPending, mutateAsync } = useMutation({
    mutationFn: () => withProof(makeCodes),
  });
  const make = useOneAtATime(mutateAsync);
  const allowLeaving = useUnsaved(data !== undefined, [PARAM], UNSEEN);
  if (data)
    return (
      <RecoveryCodes
        Frame={DialogFrame}
        codes={data}
        email={email}
        onDone={async () => {
          await client.invalidateQueries({ queryKey: [name] });
          allowLeaving();
          onClose();
        }}
      />
    );
  return (
    <DialogFrame
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button look="primary" pending={isPending} onClick={() => make()}>
            {hasCodes ? "Create new codes" : "Create codes"}
          </Button>
        </>
      }
    >
      <p className="text-sm">
        {hasCodes
          ? "You get ten new codes. The old ones stop working."
          : "You get ten codes. Each signs you in once without your app."}
      </p>
      <div role="alert" className="empty:hidden">
        {error && <ErrorLine>{refusal(error)}</ErrorLine>}
      </div>
    </DialogFrame>
  );
}

const DialogFrame = ({ actions, children }: StepFrameProps) => (
  <>
    <DialogBody>{children}</DialogBody>
    <DialogFooter>{actions}</DialogFooter>
  </>
);
