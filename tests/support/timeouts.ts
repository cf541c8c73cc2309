import { vi } from "vitest";

/**
 * Who waits for something to happen goes on as soon as it does: the deadline is for what never happens, and a
 * busy machine must not reach it. The test runner's own is one second.
 */
const TIMEOUT_MS = 120_000;

const { waitFor, waitUntil } = vi;
const patient = <T extends object>(options: number | T = {} as T) =>
  typeof options === "number" ? options : { timeout: TIMEOUT_MS, interval: 20, ...options };
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
