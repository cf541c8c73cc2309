import { formatAge, formatCount } from "#app/lib/text/formats.ts";
import { Fact } from "./facts.tsx";

interface WaitingProps {
  count: number;
  /** when the oldest became due, an ISO time; null when none is waiting */
  oldest: string | null | undefined;
}

/** How much outgoing work is still waiting. */
export const Waiting = ({ count, oldest }: WaitingProps) => (
  <Fact name="Waiting">
    {formatCount(count)}
    {oldest && `, the oldest from ${formatAge(oldest)}`}
  </Fact>
);
