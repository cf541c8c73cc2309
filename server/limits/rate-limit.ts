export interface RateLimit {
  /** how many at once */
  burst: number;
  /** how long until a used-up one has come back, in seconds each */
  secondsEach: number;
}

export interface RateLimiter {
  /** Uses one. 0 when it was granted, else after how many seconds to come back. */
  take(key: string): number;
  /** Gives one back, for what turned out not to count. */
  giveBack(key: string): void;
  /** Forgets what was used. */
  reset(key: string): void;
}

/** More keys than any real crowd has; beyond it the oldest are forgotten, whatever they used. */
const MAX_KEYS = 50_000;

/**
 * A token bucket for each key, in this process's memory. Several processes each count for
 * themselves, so N of them allow N times as much: still a bound, without a database write for each
 * request, which an attacker would be glad of (decision 0004).
 * @param now milliseconds of a clock that only goes forward: the machine's own may be set back, and
 * anyone who had used something up would wait for hours. Whole ones: sums of fractions come out a hair
 * too large now and then, and the last of a share would be refused. Tests pass their own
 * @param fullAt for each key the time at which its bucket is full again; tests look into it
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
    // What was used longest ago stands first; with each use those go that have it all back.
    for (const [oldest, full] of fullAt) {
      if (full > now()) break;
      fullAt.delete(oldest);
    }
    if (fullAt.size > MAX_KEYS) fullAt.delete(fullAt.keys().next().value as string);
  };

  return {
    take(key) {
      const next = Math.max(fullAt.get(key) ?? 0, now()) + each;
      const over = next - now() - limit.burst * each;
      if (over > 0) return Math.ceil(over / 1000);
      set(key, next);
      return 0;
    },
    giveBack(key) {
      const time = fullAt.get(key);
      if (time !== undefined) set(key, time - each);
    },
    reset: (key) => void fullAt.delete(key),
  };
}

export interface AddressKeys {
  /** an IPv4 address, or the /64 that an IPv6 user owns as a whole */
  near: string;
  /** the /48 that a provider hands to one customer, who has 65,536 of those; IPv4 has none */
  wide?: string;
}

/** What an address is counted by: closely, and for IPv6 once more, generously, by its /48. */
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

/** A limiter, and the key to count; without a key it isn't counted. */
export type Use = readonly [limiter: RateLimiter, key: string | undefined];

/** Uses one of each, or none at all. @returns seconds to wait; 0 when granted */
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

/** A whole /48 of IPv6 may do as much as this many addresses. */
const WIDE = 8;

/**
 * Limits a visitor's address, and more generously the /48 around it, since one customer has both.
 * @returns the uses that one request of an address counts as
 */
export function limitAddress({ burst, secondsEach }: RateLimit) {
  const near = createRateLimiter({ burst, secondsEach });
  const wide = createRateLimiter({ burst: burst * WIDE, secondsEach: secondsEach / WIDE });
  return (address: string): Use[] => {
    const keys = addressKeys(address);
    return [
      [near, keys.near],
      [wide, keys.wide],
    ];
  };
}

/** @returns counts one request of an address: seconds to wait, 0 when granted */
export function createAddressLimiter(limit: RateLimit) {
  const uses = limitAddress(limit);
  return (address: string): number => takeAll(uses(address));
}

/** IPv6 users own a whole /64: that is their address for counting. */
export const addressKey = (address: string): string => addressKeys(address).near;

/** 90 -> "2 minutes" */
export function readableWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "a second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}
