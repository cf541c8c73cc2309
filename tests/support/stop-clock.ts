import { vi } from "vitest";

/**
 * Stops the rate limits' clock, so that nothing refills however slow the machine is.
 * @returns a function that sets the clock to this many seconds after the stop
 */
export function stopClock(): (seconds: number) => void {
  // Not injected: The time at which the rate limits' clock stops.
  const stopped = performance.now();
  // Not injected: Mocks the clock, so that a test can stop and set it.
  const clock = vi.spyOn(performance, "now").mockReturnValue(stopped);
  return (seconds) => void clock.mockReturnValue(stopped + seconds * 1_000);
}
