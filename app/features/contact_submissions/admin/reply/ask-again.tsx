import { AlertOnDemand } from "#app/ui/overlays/alert-on-demand.ts";

interface AskAgainProps {
  open: boolean;
  address: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before another email goes to an address from which one came back. */
export const AskAgain = ({ open, address, onConfirm, onCancel }: AskAgainProps) => (
  <AlertOnDemand
    open={open}
    title="Send to this address again?"
    description={`An earlier email to ${address} bounced. Check the address before you send again.`}
    confirmLabel="Send anyway"
    onConfirm={onConfirm}
    onCancel={onCancel}
  />
);
