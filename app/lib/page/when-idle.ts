/** A browser that doesn't paint may not be idle for ten seconds or more. */
const WITHIN_MS = 2_000;

/** Runs work when the browser is idle, after two seconds at the latest. */
export const whenIdle = (work: () => void) =>
  // Safari has no idle callbacks.
  "requestIdleCallback" in window
    ? requestIdleCallback(work, { timeout: WITHIN_MS })
    : setTimeout(work);
