import { workerTopic } from "#server/runtime/workers/siblings.ts";

export interface RateLimit {
  /** unique; workers of one site share the counts of this name */
  name: string;
  /** how many are allowed at once */
  burst: number;
  /** seconds until each one used is available again */
  secondsEach: number;
}

export interface RateLimiter {
  /** Uses one. Returns 0 if granted, otherwise the seconds to wait. */
  take(key: string): number;
  /** Returns one, for a use that turned out not to count. */
  giveBack(key: string): void;
  /** Resets the key's usage. */
  reset(key: string): void;
}

/** More keys than any real traffic has; beyond it the oldest are dropped, whatever they used. */
const MAX_KEYS = 50_000;

/**
 * A token bucket per key, in this process's memory. Workers of one site tell each other each use. Other
 * processes count separately, so N of them allow N times as much: still a limit, without a database write per
 * request, which attackers could exploit (decision 0004).
 * @param now monotonic milliseconds: if the system clock were set back, a client over its limit would wait
 * for hours. Integers only: sums of fractions are sometimes slightly too large, so the last use of a burst
 * would be refused. Tests inject their own
 * @param fullAt the time at which each key's bucket is full again; tests inspect it
 */
export function createRateLimiter(
  limit: RateLimit,
  now: () => number = () => Math.floor(performance.now()),
  fullAt = new Map<string, number>(),
): RateLimiter {
  const each = limit.secondsEach * 1000;

  const set = (key: string, time: number) => {
    fullAt.delete(key);
    if (time <= now()) return;
    fullAt.set(key, time);
    // The least recently used is first; each use also removes buckets that are full again.
    for (const [oldest, full] of fullAt) {
      if (full > now()) break;
      fullAt.delete(oldest);
    }
    if (fullAt.size > MAX_KEYS) fullAt.delete(fullAt.keys().next().value as string);
  };

  /** @param ms to wait longer, or less if negative; null forgets the key */
  const change = ([key, ms]: [key: string, ms: number | null]) => {
    const time = fullAt.get(key);
    if (ms === null) fullAt.delete(key);
    else if (ms > 0) set(key, Math.max(time ?? 0, now()) + ms);
    else if (time !== undefined) set(key, time + ms);
  };
  const notify = workerTopic(`limit ${limit.name}`, change);
  const changeAll = (...what: Parameters<typeof change>[0]) => {
    change(what);
    notify(what);
  };

  return {
    take(key) {
      const next = Math.max(fullAt.get(key) ?? 0, now()) + each;
      const over = next - now() - limit.burst * each;
      if (over > 0) return Math.ceil(over / 1000);
      changeAll(key, each);
      return 0;
    },
    giveBack: (key) => changeAll(key, -each),
    reset: (key) => changeAll(key, null),
  };
}

export interface AddressKeys {
  /** an IPv4 address, or the /64 that belongs to one IPv6 user */
  near: string;
  /** the IPv6 /48 of one provider customer, with 65,536 such /64s; none for IPv4 */
  wide?: string;
}

/** The keys an address counts under: a narrow one, and for IPv6 also its /48, more loosely. */
export function addressKeys(address: string): AddressKeys {
  if (!address.includes(":")) return { near: address };
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped) return { near: mapped };
  const [head = "", tail = ""] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = [...left, ...zeros, ...right].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ""),
  );
  return { near: groups.slice(0, 4).join(":"), wide: `${groups.slice(0, 3).join(":")}/48` };
}

/** A limiter and the key to count; without a key, the use doesn't count. */
export type Use = readonly [limiter: RateLimiter, key: string | undefined];

/** Uses one of each, or none at all. @returns seconds to wait; 0 if granted */
export function takeAll(uses: readonly Use[]): number {
  const taken: Use[] = [];
  for (const [limiter, key] of uses) {
    if (key === undefined) continue;
    const seconds = limiter.take(key);
    if (seconds > 0) {
      giveBackAll(taken);
      return seconds;
    }
    taken.push([limiter, key]);
  }
  return 0;
}

export function giveBackAll(uses: readonly Use[]) {
  for (const [limiter, key] of uses) if (key !== undefined) limiter.giveBack(key);
}

/** An IPv6 /48 may do as much as this many addresses. */
const WIDE = 8;

/**
 * Limits a visitor's address, and with a higher limit its /48, because one customer owns all of it.
 * @returns a function from an address to the uses that one request counts as
 */
export function limitAddress(limit: RateLimit) {
  const near = createRateLimiter(limit);
  const wide = createRateLimiter({
    name: `${limit.name} /48`,
    burst: limit.burst * WIDE,
    secondsEach: limit.secondsEach / WIDE,
  });
  return (address: string): Use[] => {
    const keys = addressKeys(address);
    return [
      [near, keys.near],
      [wide, keys.wide],
    ];
  };
}

/** @returns a function that counts one request by an address: seconds to wait, 0 if granted */
export function createAddressLimiter(limit: RateLimit) {
  const uses = limitAddress(limit);
  return (address: string): number => takeAll(uses(address));
}

/** An IPv6 user owns a whole /64, so it counts as one address. */
export const addressKey = (address: string): string => addressKeys(address).near;

/** 90 -> "2 minutes" */
export function readableWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "a second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}
