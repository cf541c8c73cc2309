import { onDemand } from "#app/ui/on-demand.tsx";

/** The dialog. Its code loads when it first opens. */
export const EraseDialog = onDemand(async () => (await import("./erase-dialog.tsx")).EraseDialog);
