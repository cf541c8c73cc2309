import { useEffect, useRef, useState } from "react";
import { askForProofBy } from "#app/lib/retry/with-proof.ts";
import { onDemand } from "#app/ui/on-demand.tsx";

const Dialog = onDemand(async () => (await import("./proof-dialog.tsx")).ProofDialog);

/** Asks for the password or a code, above whatever is open, when the server wants it (withProof). */
export function Proof() {
  const [open, setOpen] = useState(false);
  const answer = useRef<(proved: boolean) => void>(undefined);
  useEffect(() => {
    askForProofBy(
      () =>
        new Promise((resolve) => {
          answer.current = resolve;
          setOpen(true);
        }),
    );
    return () => {
      askForProofBy(undefined);
      answer.current?.(false);
    };
  }, []);
  function close(proved: boolean) {
    setOpen(false);
    answer.current?.(proved);
  }
  return <Dialog open={open} onProved={() => close(true)} onCancel={() => close(false)} />;
}
