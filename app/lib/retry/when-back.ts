import { backoffMs } from "./retry-after.ts";

/** What a write failed for: no response from the server, or no valid session. */
export type Missing = "server" | "session";

interface Waiting {
  missing: Missing;
  go: () => void;
}

const MIN_DELAY_MS = 5_000;
const MAX_DELAY_MS = 60_000;

const waiting = new Set<Waiting>();

/** Runs the waiting retries now: a sign-in or a write succeeded. */
export function isBack(missing: Missing): void {
  for (const one of [...waiting]) if (one.missing === missing) one.go();
}

/** Cancels all retries: the person left the admin, and the next one may be someone else. */
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
 * Calls `go` once when what was missing is back. For a server, also retries after a delay: 5 s,
 * doubled for each of the failed `attempts`, up to a minute, and never before its Retry-After.
 * Until then, the browser asks before the page closes.
 * @returns a function that cancels it
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
  const after = Math.max(Math.min(MIN_DELAY_MS * 2 ** attempts, MAX_DELAY_MS), backoffMs());
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
