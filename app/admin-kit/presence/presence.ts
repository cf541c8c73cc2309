import type { PresentPlace } from "#app/lib/data/database.types.ts";
import { backoffMs } from "#app/lib/retry/retry-after.ts";
import { sayGone, sayPresent } from "./say-present.ts";

/** How often it is said again; of what is said, two can get lost before it ends (20 s in the database). */
const BEAT_MS = 8_000;
/** What was heard of others holds no longer than what they said. */
const LEASE_MS = 20_000;
/** Moves within so short a time are one request. */
const SOON_MS = 250;
/** Anyone who has touched nothing for so long is not at work. */
const IDLE_MS = 5 * 60_000;
/** As many places as the database takes at once. */
const MOST = 20;

/** A place as text, and back. */
const keyOf = ({ table, row, field = "" }: PresentPlace) => JSON.stringify([table, row, field]);
function placeOf(key: string): PresentPlace {
  const [table, row, field] = JSON.parse(key);
  return { table, row, field };
}

/** Where this person is, and how many parts of the screen say so. */
const held = new Map<string, number>();
/** Where they no longer are, and nobody was told. */
let left = new Set<string>();
/** Who else is where, by their names. */
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

/** Arrivals and departures are sent at once; a server that is ill has its time. */
function soon() {
  if (failures === 0 || next === undefined) beatIn(SOON_MS);
}

const isAtWork = () =>
  !document.hidden && navigator.onLine && Date.now() - touchedAt < IDLE_MS && backoffMs() === 0;

/** Says where this person is, hears of the others, and again. Without a server nothing is said: it is no promise. */
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
      [...held.keys()].slice(-MOST).map(placeOf),
      gone.slice(-MOST).map(placeOf),
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
  // Less and less often where nobody answers; somebody moved meanwhile: they wait no longer.
  if (next === undefined) beatIn(BEAT_MS * 2 ** Math.min(failures, 4));
}

function touch() {
  const away = Date.now() - touchedAt >= IDLE_MS;
  touchedAt = Date.now();
  if (away) soon();
}

const leave = () => sayGone([...held.keys()].map(placeOf));

/** What tells whether somebody is at work here, while anything on the screen asks. */
const signs = () =>
  [
    [document, "keydown", touch],
    [document, "pointerdown", touch],
    [document, "visibilitychange", soon],
    [window, "online", soon],
    [window, "pageshow", soon],
    [window, "pagehide", leave],
  ] as const;

/** Is told whenever others come or go; returns how to stop that. */
export function listen(listener: () => void): () => void {
  if (listeners.size === 0) {
    touchedAt = Date.now();
    for (const [on, event, does] of signs()) on.addEventListener(event, does, { passive: true });
  }
  listeners.add(listener);
  soon();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0)
      for (const [on, event, does] of signs()) on.removeEventListener(event, does);
  };
}

/** This person is there; returns how to leave. */
export function hold(place: PresentPlace): () => void {
  const key = keyOf(place);
  held.set(key, (held.get(key) ?? 0) + 1);
  soon();
  return () => {
    const parts = (held.get(key) ?? 1) - 1;
    if (parts > 0) held.set(key, parts);
    else {
      held.delete(key);
      left.add(key);
      soon();
    }
  };
}

/** The names of the others who are there, the first to come first. */
export const othersAt = (place: PresentPlace): readonly string[] => others.get(keyOf(place)) ?? [];
