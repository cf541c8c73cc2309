import { whenIdle } from "#app/lib/page/when-idle.ts";

/** Loaders of code that any screen may need, also offline. */
const waiting = new Set<() => Promise<unknown>>();
let isReady = false;

/** The performance.mark name set when the first screen has its content. */
export const FIRST_SCREEN = "first-screen";

/** The mark set when all prefetched code is loaded. */
export const ALL_THERE = "all-there";

const AGAIN_MS = 5_000;

const pause = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, AGAIN_MS);
    window.addEventListener("online", () => resolve(), { once: true });
  });

/** Imports code. On failure, retries after a pause or when the network is back. */
export async function loadWithRetry<Code>(load: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await load();
    } catch {
      await pause();
    }
  }
}

async function prefetchAll() {
  const loads = [...waiting];
  waiting.clear();
  await Promise.all(loads.map(loadWithRetry));
  performance.mark(ALL_THERE);
}

/** Prefetches code once the first screen has its content and the browser is idle. */
export function prefetch(load: () => Promise<unknown>): void {
  if (typeof document === "undefined") return;
  waiting.add(load);
  if (isReady) whenIdle(prefetchAll);
}

/** Reports that the first screen has its content, which starts the prefetching. */
export function reportFirstScreen(): void {
  if (isReady) return;
  isReady = true;
  performance.mark(FIRST_SCREEN);
  whenIdle(prefetchAll);
}
