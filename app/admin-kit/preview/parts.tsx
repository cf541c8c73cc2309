import Eye from "lucide-react/icons/eye";
import { lazy, Suspense } from "react";
import { Spinner } from "#app/ui/display/spinner.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { Drawer } from "#app/ui/overlays/drawer.tsx";
import type { PaneProps } from "./pane.tsx";
import type { Panel } from "./use-panel.ts";

const Pane = lazy(async () => ({ default: (await import("./pane.tsx")).Pane }));

export const PreviewButton = ({ panel }: { panel: Panel }) => (
  <Button onClick={panel.toggle} aria-expanded={panel.isOpen}>
    <Eye aria-hidden />
    Preview
  </Button>
);

const Waiting = () => (
  <div className="grid h-full place-items-center text-accent">
    <Spinner label="Loading the preview…" className="size-8" />
  </div>
);

/** The preview, loaded when it is first opened. */
export const PreviewPane = (props: PaneProps) => (
  <Suspense fallback={<Waiting />}>
    <Pane {...props} />
  </Suspense>
);

/** The preview in a sheet over the form, where there is no room next to it. */
export function PreviewSheet({ panel, ...pane }: { panel: Panel } & PaneProps) {
  return (
    <Drawer
      open={panel.isSheet}
      onClose={panel.close}
      title="Preview"
      returnFocus={panel.returnFocus}
      className="w-[min(100vw,52rem)] !max-w-full"
    >
      <div className="h-full">
        <PreviewPane {...pane} onPicked={panel.onPicked} onEscape={panel.close} />
      </div>
    </Drawer>
  );
}
