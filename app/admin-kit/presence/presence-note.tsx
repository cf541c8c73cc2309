import UserPen from "lucide-react/icons/user-pen";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { hold, listen, othersAt } from "./presence.ts";
import { type Doing, whoIsThere } from "./words.ts";

interface PresenceNoteProps {
  table: string;
  /** the row's id, or what else it is known by in every browser */
  row: string;
  /** a column of it; left out: the row as a whole */
  field?: string | undefined;
  /** this person is there too */
  here: boolean;
  doing?: Doing;
  /** a part of it: the people there are shown instead, by what they do */
  part?: { field: string; doing: Doing; here: boolean };
}

/** Tells who else has this open, and tells them while this person has. */
export function PresenceNote({ table, row, field, here, doing, part }: PresenceNoteProps) {
  useHold(here, table, row, field);
  useHold(part?.here ?? false, table, row, part?.field);
  const { field: inPart, doing: does } = part ?? {};
  const words = useSyncExternalStore(
    listen,
    useCallback(
      () =>
        (inPart && whoIsThere(othersAt({ table, row, field: inPart }), does)) ||
        whoIsThere(othersAt({ table, row, field }), doing),
      [table, row, field, doing, inPart, does],
    ),
    () => "",
  );
  return (
    // Without words it takes no room, and stays for who hears the page: they are said when they come.
    <p aria-live="polite" className="flex items-start gap-1.5 text-xs/5 text-ink-2 empty:absolute">
      {words && (
        <>
          <UserPen aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
          <span className="min-w-0 wrap-anywhere">{words}</span>
        </>
      )}
    </p>
  );
}

function useHold(here: boolean, table: string, row: string, field: string | undefined) {
  useEffect(() => (here ? hold({ table, row, field }) : undefined), [here, table, row, field]);
}
