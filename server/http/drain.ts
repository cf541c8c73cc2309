import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** Anyone who asked longer ago than this does not watch. */
const WATCHES_MS = 30_000;
/** Of the last questions; a proxy takes a process out after two or three that were answered no. */
const NO_ANSWERS = 3;
const SLACK_MS = 500;
/** So that the end comes within what lifecycle.ts promises. */
const LONGEST_MS = 8_000;

/**
 * How long to say that this process ends before it takes no more connections, so that a proxy which asks
 * for /readyz has sent the visitors elsewhere.
 * @param asked when that was asked lately, in milliseconds, oldest first
 * @param now on the same clock
 * @returns milliseconds; 0 when nobody watches
 */
export function drainFor(asked: readonly number[], now: number): number {
  const lately = asked.filter((at) => now - at < WATCHES_MS);
  const gaps = lately.slice(1).map((at, index) => at - (lately[index] as number));
  if (gaps.length === 0) return 0;
  return Math.min(NO_ANSWERS * Math.max(...gaps) + SLACK_MS, LONGEST_MS);
}

const REMEMBERED = 6;

export interface Drain {
  /** Call it for each question whether this process is ready. @returns false: it ends */
  ready(): boolean;
  /**
   * From now on no, and each connection is closed with its next answer. Resolves when every watcher has
   * seen it, or at once when a signal says not to wait any longer.
   */
  begin(server: Server, enough: AbortSignal): Promise<void>;
}

/** @param alone no other process can take the visitors over: there is nothing to wait for */
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
