import { onDemand } from "#app/ui/on-demand.tsx";
import type { AlertDialogProps } from "./alert-dialog.tsx";

/** An AlertDialog for components on every screen that rarely need it. */
export const AlertOnDemand = onDemand<AlertDialogProps>(
  async () => (await import("./alert-dialog.tsx")).AlertDialog,
  ({ open }) => open,
  { early: true },
);
