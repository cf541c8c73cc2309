import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** A readiness probe older than this doesn't count as watching. */
const WATCHES_MS = 30_000;
/** Number of failed probes to allow for; a proxy removes a process after two or three. */
const NO_ANSWERS = 3;
const SLACK_MS = 500;
/** Keeps shutdown within the limit that lifecycle.ts promises. */
const LONGEST_MS = 8_000;

/**
 * How long to report "not ready" before refusing connections, so that a proxy probing /readyz has moved
 * visitors to another process.
 * @param asked times of recent probes, in milliseconds, oldest first
 * @param now on the same clock
 * @returns milliseconds; 0 when nothing probes
 */
export function drainFor(asked: readonly number[], now: number): number {
  const recent = asked.filter((at) => now - at < WATCHES_MS);
  const gaps = recent.slice(1).map((at, index) => at - (recent[index] as number));
  if (gaps.length === 0) return 0;
  return Math.min(NO_ANSWERS * Math.max(...gaps) + SLACK_MS, LONGEST_MS);
}

const REMEMBERED = 6;

export interface Drain {
  /** Records a readiness probe. @returns false while shutting down */
  ready(): boolean;
  /**
   * Reports "not ready" from now on, and closes each connection after its next response. Resolves when every
   * prober has seen that, or at once when `enough` aborts.
   */
  begin(server: Server, enough: AbortSignal): Promise<void>;
}

/** @param alone no other process can take over the visitors, so there is nothing to wait for */
export function createDrain(alone: boolean): Drain {
  const asked: number[] = [];
  let ending = false;
  return {
    ready() {
      asked.push(performance.now());
      if (asked.length > REMEMBERED) asked.shift();
      return !ending;
    },
    async begin(server, enough) {
      ending = true;
      const ms = alone ? 0 : drainFor(asked, performance.now());
      if (ms === 0) return;
      server.prependListener("request", (_req, res) => {
        res.shouldKeepAlive = false;
      });
      await delay(ms, undefined, { signal: enough }).catch(() => {});
    },
  };
}
