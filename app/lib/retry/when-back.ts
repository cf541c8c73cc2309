import { backoffMs } from "./retry-after.ts";

/** What a write went without: the server's answer, or a session that the server takes. */
export type Missing = "server" | "session";

interface Waiting {
  missing: Missing;
  go: () => void;
}

const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;

const waiting = new Set<Waiting>();

/** What waited for it goes on at once: a sign-in succeeded, or a write arrived. */
export function isBack(missing: Missing): void {
  for (const one of [...waiting]) if (one.missing === missing) one.go();
}

/** Nothing waits any more: the person left the admin, and the next one may be somebody else. */
export function stopWaiting(): void {
  waiting.clear();
  watch(false);
}

const onOnline = () => isBack("server");
const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();

function watch(on: boolean) {
  const change = on ? window.addEventListener : window.removeEventListener;
  change.call(window, "online", onOnline);
  change.call(window, "beforeunload", onBeforeUnload as EventListener);
}

/**
 * Calls `go` once, when what was missing is back. A server that does not answer is also asked again
 * after a while: 5 s at first, twice as long after each of the `attempts` that failed, a minute at
 * most, and no sooner than it asked for. Until then the browser asks before the page is closed.
 * @returns calls it off
 */
export function whenBack(missing: Missing, attempts: number, go: () => void): () => void {
  const one: Waiting = {
    missing,
    go() {
      if (!waiting.has(one)) return;
      stop();
      go();
    },
  };
  const after = Math.max(Math.min(FIRST_MS * 2 ** attempts, LONGEST_MS), backoffMs());
  const timer = missing === "server" ? setTimeout(one.go, after) : undefined;
  function stop() {
    clearTimeout(timer);
    waiting.delete(one);
    if (waiting.size === 0) watch(false);
  }
  waiting.add(one);
  watch(true);
  return stop;
}
