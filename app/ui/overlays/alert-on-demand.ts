import { onDemand } from "#app/ui/on-demand.tsx";
import type { AlertDialogProps } from "./alert-dialog.tsx";

/** The AlertDialog for what is on every screen and seldom asks. */
export const AlertOnDemand = onDemand<AlertDialogProps>(
  async () => (await import("./alert-dialog.tsx")).AlertDialog,
  ({ open }) => open,
  { early: true },
);
