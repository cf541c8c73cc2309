import { useMemo } from "react";
import { FindDialog } from "#app/features/find/find-dialog.tsx";
import { placesOf } from "./actions.ts";
import { resultsOf } from "./places.ts";

export interface FindProps {
  open: boolean;
  onClose: () => void;
  onSignOut: () => void;
}

/** "Search the admin" with the places of this admin and what can be done in it. */
export function Find({ onSignOut, ...props }: FindProps) {
  const places = useMemo(() => placesOf(onSignOut), [onSignOut]);
  return <FindDialog {...props} {...{ places, resultsOf }} />;
}
