import { isIP } from "node:net";
import { addressKeys } from "./rate-limit.ts";

/** Longer than any address: behind a proxy that is not there it is whatever a stranger wrote. */
const LONGEST = 64;

/** What of a visitor's address is written down. */
const KEEPS = {
  full: (address: string) => address.slice(0, LONGEST),
  /** of IPv4 without its last octet, of IPv6 what a provider hands to one customer */
  cut(address: string) {
    const [bare = ""] = address.split("%", 1);
    if (isIP(bare) === 0) return undefined;
    const { near } = addressKeys(bare);
    return isIP(near) === 4 ? `${near.replace(/\d+$/, "0")}/24` : `${near}::/64`;
  },
  none: () => undefined,
} satisfies Record<string, (address: string) => string | undefined>;

type Keep = (address: string) => string | undefined;

export const maskIp = (how: keyof typeof KEEPS): Keep => KEEPS[how];

/** Of a refused request: `cut` keeps it whole, so that it can be blocked. */
export const keepOfRefused = (how: keyof typeof KEEPS): Keep => KEEPS[how === "cut" ? "full" : how];
