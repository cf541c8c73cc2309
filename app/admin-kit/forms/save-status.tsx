import Check from "lucide-react/icons/check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Spinner } from "#app/ui/display/spinner.tsx";
import type { SaveState } from "./autosave/autosave.ts";

/** How saving a field stands, beside its label. Only a failure is read out here: a toast tells of success. */
export function SaveStatus({ state }: { state: SaveState }) {
  return (
    <span
      role={state === "failed" ? "status" : undefined}
      // Nothing to say takes no room beside what stands before it.
      className="inline-flex min-h-5 empty:-ml-3 items-center gap-1.5 text-xs font-medium [&_svg]:size-3.5"
    >
      {state === "saving" && (
        <span className="inline-flex items-center gap-1.5 text-ink-2">
          <Spinner className="size-3" />
          Saving...
        </span>
      )}
      {state === "saved" && (
        <span className="inline-flex items-center gap-1 text-success">
          <Check aria-hidden />
          Saved
        </span>
      )}
      {state === "failed" && (
        <span className="inline-flex items-center gap-1 text-danger">
          <TriangleAlert aria-hidden />
          Not saved
        </span>
      )}
    </span>
  );
}
