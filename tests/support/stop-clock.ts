import { vi } from "vitest";

/** However slow this machine is, nothing that was used up comes back meanwhile. */
export function stopClock() {
  // Not injected: The moment at which the limits' clock is stopped.
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
}
