import { useState } from "react";
import { PreviewPane } from "#app/admin-kit/preview/parts.tsx";
import { createTyped, TypedHere } from "#app/admin-kit/preview/typed.ts";
import type { ActiveSet } from "#app/lib/data/sets/active-set.ts";
import { Drawer } from "#app/ui/overlays/drawer.tsx";

interface SetPreviewProps {
  open: boolean;
  set: ActiveSet;
  onClose: () => void;
}

/** The whole site with the set that is on, over whatever screen. */
export function SetPreview({ open, set, onClose }: SetPreviewProps) {
  const [typed] = useState(createTyped);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={`Preview of ${set.name}`}
      className="w-[min(100vw,84rem)] !max-w-full"
    >
      <TypedHere value={typed}>
        <div className="h-full">
          <PreviewPane path="/" onEscape={onClose} onPicked={onClose} />
        </div>
      </TypedHere>
    </Drawer>
  );
}
