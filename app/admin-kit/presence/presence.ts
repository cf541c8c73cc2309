import type { PresentPlace } from "#app/lib/data/database.types.ts";
import { backoffMs } from "#app/lib/retry/retry-after.ts";
import { sayGone, sayPresent } from "./say-present.ts";

/** Heartbeat interval. Two can get lost before the presence expires (20 s in the database). */
const BEAT_MS = 8_000;
/** Others' presence expires after the same time as in the database. */
const LEASE_MS = 20_000;
/** Batches moves within this time into one request. */
const SOON_MS = 250;
/** Someone with no input for this long counts as away. */
const IDLE_MS = 5 * 60_000;
/** The most places that the database accepts per request. */
const MAX_PLACES = 20;

/** A place as a string key, and back. */
const keyOf = ({ table, row, field = "" }: PresentPlace) => JSON.stringify([table, row, field]);
function placeOf(key: string): PresentPlace {
  const [table, row, field] = JSON.parse(key);
  return { table, row, field };
}

/** Where this person is, with the number of components holding each place. */
const held = new Map<string, number>();
/** Places that were left but not reported yet. */
let left = new Set<string>();
/** The names of the others, by place. */
let others: ReadonlyMap<string, readonly string[]> = new Map();
const listeners = new Set<() => void>();

let next: ReturnType<typeof setTimeout> | undefined;
let end: ReturnType<typeof setTimeout> | undefined;
let speaking = false;
let failures = 0;
let touchedAt = Date.now();

function hear(now: typeof others) {
  others = now;
  for (const listener of listeners) listener();
}

function beatIn(ms: number) {
  clearTimeout(next);
  next = setTimeout(() => void beat(), ms);
}

/** Reports arrivals and departures right away, unless the server is failing. */
function beatSoon() {
  if (failures === 0 || next === undefined) beatIn(SOON_MS);
}

const isAtWork = () =>
  !document.hidden && navigator.onLine && Date.now() - touchedAt < IDLE_MS && backoffMs() === 0;

/** The heartbeat: reports this person's places and reads the others'. Failures are silent. */
async function beat() {
  next = undefined;
  if (speaking) return beatIn(SOON_MS);
  if (!isAtWork()) return beatIn(BEAT_MS);
  if (listeners.size === 0 && held.size === 0 && left.size === 0) return;
  const gone = [...left].filter((key) => !held.has(key));
  left = new Set();
  speaking = true;
  try {
    const people = await sayPresent(
      [...held.keys()].slice(-MAX_PLACES).map(placeOf),
      gone.slice(-MAX_PLACES).map(placeOf),
    );
    const now = new Map<string, string[]>();
    for (const person of people)
      now.set(keyOf(person), [...(now.get(keyOf(person)) ?? []), person.name]);
    failures = 0;
    clearTimeout(end);
    end = setTimeout(() => hear(new Map()), LEASE_MS);
    hear(now);
  } catch {
    failures += 1;
  }
  speaking = false;
  // Back off while the server fails. If someone moved during the request, a timer is already set.
  if (next === undefined) beatIn(BEAT_MS * 2 ** Math.min(failures, 4));
}

function touch() {
  const away = Date.now() - touchedAt >= IDLE_MS;
  touchedAt = Date.now();
  if (away) beatSoon();
}

const leave = () => sayGone([...held.keys()].map(placeOf));

/** The events that show activity, observed while anything listens. */
const signs = () =>
  [
    [document, "keydown", touch],
    [document, "pointerdown", touch],
    [document, "visibilitychange", beatSoon],
    [window, "online", beatSoon],
    [window, "pageshow", beatSoon],
    [window, "pagehide", leave],
  ] as const;

/** Subscribes to changes of others' presence; returns the unsubscribe function. */
export function listen(listener: () => void): () => void {
  if (listeners.size === 0) {
    touchedAt = Date.now();
    for (const [on, event, does] of signs()) on.addEventListener(event, does, { passive: true });
  }
  listeners.add(listener);
  beatSoon();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0)
      for (const [on, event, does] of signs()) on.removeEventListener(event, does);
  };
}

/** Marks this person as present at a place; returns the function to leave it. */
export function hold(place: PresentPlace): () => void {
  const key = keyOf(place);
  held.set(key, (held.get(key) ?? 0) + 1);
  beatSoon();
  return () => {
    const parts = (held.get(key) ?? 1) - 1;
    if (parts > 0) held.set(key, parts);
    else {
      held.delete(key);
      left.add(key);
      beatSoon();
    }
  };
}

/** The names of the others at a place, earliest first. */
export const othersAt = (place: PresentPlace): readonly string[] => others.get(keyOf(place)) ?? [];
