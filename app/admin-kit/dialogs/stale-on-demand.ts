import { onDemand } from "#app/ui/on-demand.tsx";
import type { StaleDialogProps } from "./stale-dialog.tsx";

/** The conflict dialog, loaded with the first conflict. */
export const StaleDialog = onDemand<StaleDialogProps>(
  async () => (await import("./stale-dialog.tsx")).StaleDialog,
  ({ conflict }) => conflict !== undefined,
);
