import UserPen from "lucide-react/icons/user-pen";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { hold, listen, othersAt } from "./presence.ts";

interface PresenceNoteProps {
  table: string;
  /** the row's id, or another key that is the same in every browser */
  row: string;
  /** a column of it; omitted: the whole row */
  field?: string | undefined;
  /** whether this person is there too */
  here: boolean;
  doing?: Doing;
  /** a part of it; people in that part take precedence, with what they do there */
  part?: { field: string; doing: Doing; here: boolean };
}

/** Shows who else has this open, and reports this person to them. */
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
    // Stays mounted while empty, so that screen readers announce new text. Takes no space then.
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

/** What people do in a place: for one person, and for several. */
const DOES = {
  editing: ["is editing this", "are editing this"],
  open: ["is here too", "are here too"],
  answering: ["is replying", "are replying"],
} as const;

type Doing = keyof typeof DOES;

/** "Dana Ortiz is editing this", "Dana Ortiz and 2 others are editing this"; "" for nobody. */
export function whoIsThere(names: readonly string[], doing: Doing = "editing"): string {
  const [first, ...more] = names;
  if (first === undefined) return "";
  const [one, several] = DOES[doing];
  return more.length === 0
    ? `${first} ${one}`
    : `${first} and ${more.length} ${more.length === 1 ? "other" : "others"} ${several}`;
}
