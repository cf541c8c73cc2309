import { Button } from "#app/ui/inputs/button.tsx";
import { formatCompanyTime } from "#contract/time/company-zone.ts";
import type { EndingSet } from "./queries.ts";

interface EndingSetsProps {
  sets: readonly EndingSet[];
  onOpen: (what: "end" | "remains", set: EndingSet) => void;
}

/** Published sets with a scheduled end, or that ended with items to decide: one line each. */
export const EndingSets = ({ sets, onOpen }: EndingSetsProps) =>
  sets.length > 0 && (
    <ul aria-label="Scheduled ends" className="grid w-full gap-2">
      {sets.map((set) => (
        <li key={set.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <p className="min-w-56 flex-1 text-ink wrap-anywhere">{stateOf(set)}</p>
          {set.remains > 0 ? (
            <Button size="sm" look="primary" onClick={() => onOpen("remains", set)}>
              Decide<span className="sr-only"> about {set.name}</span>
            </Button>
          ) : (
            <Button size="sm" onClick={() => onOpen("end", set)}>
              Change end time…<span className="sr-only"> of {set.name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );

function stateOf({ name, end_at, problem, remains }: EndingSet): string {
  const time = formatCompanyTime(end_at ?? "");
  if (remains > 0)
    return `${name} ended on ${time}. Later edits are still live: ${remains} to review.`;
  return problem ? `${name} couldn't end on ${time}: ${problem}` : `${name} is live until ${time}.`;
}
