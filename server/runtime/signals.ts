import { channel } from "node:diagnostics_channel";

/** A frequent event, published to any listeners. It costs nothing without one. */
interface Signal<Payload> {
  /** whether anyone listens: check before building the payload */
  hasListeners(): boolean;
  publish(payload: Payload): void;
  /** The listener stays for the lifetime of the process. */
  listen(listener: (payload: Payload) => void): void;
}

function signal<Payload>(name: string): Signal<Payload> {
  const found = channel(`loading-dock:${name}`);
  return {
    hasListeners: () => found.hasSubscribers,
    publish: (payload) => found.publish(payload),
    listen: (listener) => found.subscribe((payload) => listener(payload as Payload)),
  };
}

/** A request was refused, with a short machine-readable reason. */
export const requestRefused = signal<string>("request-refused");

/** A log line at `error` or above. */
export interface LoggedError {
  what: string;
  cause?: string;
  requestId?: string;
}

export const errorLogged = signal<LoggedError>("error-logged");

/** The number of lines that the log could not write. */
export const linesLost = signal<number>("lines-lost");

/** A page was rendered, or failed to render. */
export const pageRendered = signal<{ seconds: number; failed: boolean }>("page-rendered");

/** The database completed a statement, or rejected it; `pool` names the connection pool. */
export const statementEnded = signal<{ pool: string; seconds: number }>("statement-ended");
