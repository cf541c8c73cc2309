import { onDemand } from "#app/ui/on-demand.tsx";

/** The conflict dialog, loaded with the first conflict. */
export const StaleDialog = onDemand(async () => (await import("./stale-dialog.tsx")).StaleDialog, {
  isNeeded: ({ conflict }) => conflict !== undefined,
});
