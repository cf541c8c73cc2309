/** A browser that draws nothing may find no idle moment for ten seconds and more. */
const WITHIN_MS = 2_000;

/** Does work when the browser has nothing else to do, after two seconds at the latest. */
export const whenIdle = (work: () => void) =>
  // Safari has no idle callbacks.
  "requestIdleCallback" in window
    ? requestIdleCallback(work, { timeout: WITHIN_MS })
    : setTimeout(work);
