import { onDemand } from "#app/ui/on-demand.tsx";

/** An AlertDialog for components on every screen that rarely need it. */
export const AlertOnDemand = onDemand(
  async () => (await import("./alert-dialog.tsx")).AlertDialog,
  { early: true },
);
