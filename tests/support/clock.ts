/** Milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * The time for rows and forms. The database and the built server use the machine's clock, so tests do too.
 * Times compared with it are a minute or more away.
 */
// Not injected: The database and the built server use the machine's clock; tests use times relative to it.
export const now = () => new Date();

/** The time this many milliseconds from now; negative values are in the past. */
export const fromNow = (ms: number) => new Date(now().getTime() + ms);
