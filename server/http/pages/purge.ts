import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "#server/runtime/log.ts";

export interface PurgeTarget {
  url: string;
  /** sent as a bearer token */
  token?: string | undefined;
}

interface PurgeOptions {
  /** addresses that may be cached there: `/`, `/services` */
  paths: () => Promise<readonly string[]>;
  log: Log;
  /** milliseconds; shorter in tests */
  times?: { gather: number; answer: number; retries: readonly number[] };
}

/** Groups the changes of one save. If the cache stays unreachable, its pages expire on their own. */
const TIMES = { gather: 100, answer: 5_000, retries: [1_000, 5_000, 20_000] };

/**
 * Purges a CDN or proxy cache when content changes: `POST` with `{"paths": ["/", …]}`, with retries. It runs
 * in the background; changes in the meantime cause one more purge.
 */
export function createPurge(target: PurgeTarget, { paths, log, times = TIMES }: PurgeOptions) {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let again = false;

  async function send() {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(times.answer)]);
    const answer = await fetch(target.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(target.token && { authorization: `Bearer ${target.token}` }),
      },
      body: JSON.stringify({ paths: await paths() }),
      redirect: "error",
      signal,
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`it answers ${answer.status}`);
  }

  async function run() {
    await pause(times.gather, undefined, { ref: false, signal: stopping.signal });
    for (let tries = 0; ; tries++) {
      again = false;
      try {
        return await send();
      } catch (err) {
        const wait = times.retries[tries];
        if (stopping.signal.aborted) return;
        if (wait === undefined) return log.error({ err }, "the cache in front could not be purged");
        log.warn({ err }, "the cache in front was not purged; retrying");
        await pause(wait, undefined, { ref: false, signal: stopping.signal });
      }
    }
  }

  async function purgeAll() {
    try {
      while (again && !stopping.signal.aborted) await run();
    } catch (cause) {
      if (!stopping.signal.aborted) throw cause;
    } finally {
      running = undefined;
    }
  }

  return {
    /** Requests a purge; no need to await it. Resolves when no purge is pending. */
    changed(): Promise<void> {
      again = true;
      running ??= purgeAll();
      return running;
    },
    stop: () => stopping.abort(),
  };
}
