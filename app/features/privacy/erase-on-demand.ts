import { onDemand } from "#app/ui/on-demand.tsx";
import type { EraseDialogProps } from "./erase-dialog.tsx";

/** The dialog. Its code loads when it first opens. */
export const EraseDialog = onDemand<EraseDialogProps>(
  async () => (await import("./erase-dialog.tsx")).EraseDialog,
  ({ open }) => open,
);
