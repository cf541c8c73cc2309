import { vi } from "vitest";

/**
 * However slow this machine is, nothing that was used up comes back meanwhile.
 * @returns sets the clock to so many seconds after it was stopped
 */
export function stopClock(): (seconds: number) => void {
  // Not injected: The moment at which the limits' clock is stopped.
  const stopped = performance.now();
  // Not injected: The clock that a test stops and sets.
  const clock = vi.spyOn(performance, "now").mockReturnValue(stopped);
  return (seconds) => void clock.mockReturnValue(stopped + seconds * 1_000);
}
