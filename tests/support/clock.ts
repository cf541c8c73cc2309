/** Milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * For rows and forms that tell a time: the database and the built server ask the machine's clock, so their tests do.
 * What is compared with it is a minute or more away.
 */
// Not injected: The database and the built server ask the machine's clock; a test's times are relative to it.
export const now = () => new Date();

/** A moment so many milliseconds from now; a negative number is in the past. */
export const fromNow = (ms: number) => new Date(now().getTime() + ms);
