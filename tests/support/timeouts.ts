import { vi } from "vitest";

/**
 * Waits end as soon as their condition holds: the deadline only catches hangs, and a busy machine must not
 * reach it. The test runner's default is one second.
 */
const TIMEOUT_MS = 120_000;

const { waitFor, waitUntil } = vi;
const patient = <T extends object>(options: number | T = {} as T) =>
  typeof options === "number" ? options : { timeout: TIMEOUT_MS, interval: 20, ...options };
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
