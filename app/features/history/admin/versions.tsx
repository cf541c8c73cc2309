import HistoryIcon from "lucide-react/icons/history";
import { useState } from "react";
import type { RowPlace } from "#app/admin-kit/forms/row-history.tsx";
import { IconButton, TextButton } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";

const VersionsDialog = onDemand(async () => (await import("./versions-dialog.tsx")).VersionsDialog);

/** The clock icon next to a field, or among a row's buttons. It opens the versions. */
export function VersionsButton(place: RowPlace) {
  const [open, setOpen] = useState(false);
  const label = `Versions of ${place.name}`;
  const show = () => setOpen(true);
  return (
    <>
      {place.field ? (
        // A touch target's height that doesn't make the line taller.
        <span className="-mx-1 inline-flex pointer-coarse:-my-2.5">
          <TextButton onClick={show} title="Versions">
            <HistoryIcon aria-hidden className="mx-1 size-4" />
            <span className="sr-only">{label}</span>
          </TextButton>
        </span>
      ) : (
        <IconButton
          label={label}
          icon={<HistoryIcon aria-hidden />}
          onClick={show}
          {...place.button}
        />
      )}
      <VersionsDialog place={place} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
