import { channel } from "node:diagnostics_channel";

/** Something that happens often, and is told where it happens to anyone who listens; to nobody it costs nothing. */
interface Signal<Told> {
  /** whether anybody listens: ask before making what is told */
  heard(): boolean;
  tell(told: Told): void;
  /** For as long as the process lives. */
  listen(listener: (told: Told) => void): void;
}

function signal<Told>(name: string): Signal<Told> {
  const found = channel(`loading-dock:${name}`);
  return {
    heard: () => found.hasSubscribers,
    tell: (told) => found.publish(told),
    listen: (listener) => found.subscribe((told) => listener(told as Told)),
  };
}

/** A request was turned away: a short machine-readable word for why. */
export const requestRefused = signal<string>("request-refused");

/** A line of the log at `error`, or worse. */
export const errorLogged = signal<{ what: string; cause?: string; requestId?: string }>(
  "error-logged",
);

/** Lines that the log could not take: how many. */
export const linesLost = signal<number>("lines-lost");

/** A page was made again, or could not be. */
export const pageRendered = signal<{ seconds: number; failed: boolean }>("page-rendered");

/** A statement was answered by the database, or refused; `pool` names who shares the connections. */
export const statementEnded = signal<{ pool: string; seconds: number }>("statement-ended");
