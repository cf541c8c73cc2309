import { whenIdle } from "#app/lib/page/when-idle.ts";

/** Brings code that any screen may want, and that has to be there when the network is not. */
const waiting = new Set<() => Promise<unknown>>();
let isThere = false;

/** The mark in the browser's timeline (performance.mark) that says that the first screen has its content. */
export const FIRST_SCREEN = "first-screen";

/** The mark that says that what waited for it is there too. */
export const ALL_THERE = "all-there";

const AGAIN_MS = 5_000;

const pause = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, AGAIN_MS);
    window.addEventListener("online", () => resolve(), { once: true });
  });

/** Imports code; without an answer again, after a while and when the network is back. */
export async function untilThere<Code>(load: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await load();
    } catch {
      await pause();
    }
  }
}

async function fetchAll() {
  const loads = [...waiting];
  waiting.clear();
  await Promise.all(loads.map(untilThere));
  performance.mark(ALL_THERE);
}

/** Fetches code once the first screen has its content and the browser nothing else to do. */
export function soon(load: () => Promise<unknown>): void {
  if (typeof document === "undefined") return;
  waiting.add(load);
  if (isThere) whenIdle(fetchAll);
}

/** Says that the first screen has its content: what waits for that is fetched now. */
export function firstScreenIsThere(): void {
  if (isThere) return;
  isThere = true;
  performance.mark(FIRST_SCREEN);
  whenIdle(fetchAll);
}
