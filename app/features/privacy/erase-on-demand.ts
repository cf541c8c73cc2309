import { onDemand } from "#app/ui/on-demand.tsx";
import type { EraseDialogProps } from "./erase-dialog.tsx";

/** The dialog, whose code comes when it is first opened. */
export const EraseDialog = onDemand<EraseDialogProps>(
  async () => (await import("./erase-dialog.tsx")).EraseDialog,
  ({ open }) => open,
);
