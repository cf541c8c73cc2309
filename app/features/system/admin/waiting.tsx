import { formatAge, formatCount } from "#app/lib/text/formats.ts";
import { Fact } from "./facts.tsx";

interface WaitingProps {
  count: number;
  /** when the oldest was owed, an ISO time; null when none is */
  oldest: string | null | undefined;
}

/** How much of what goes out has not gone yet. */
export const Waiting = ({ count, oldest }: WaitingProps) => (
  <Fact name="Waiting">
    {formatCount(count)}
    {oldest && `, the oldest from ${formatAge(oldest)}`}
  </Fact>
);
