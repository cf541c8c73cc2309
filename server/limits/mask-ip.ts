import { isIP } from "node:net";
import { addressKeys } from "./rate-limit.ts";

/** Longer than any address: with a misconfigured TRUST_PROXY, a client chooses this text. */
const LONGEST = 64;

/** How much of a visitor's address is logged. */
const KEEPS = {
  full: (address: string) => address.slice(0, LONGEST),
  /** IPv4 without the last octet; IPv6 as the /64 of one customer */
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

/** For a refused request, `cut` keeps the full address, so that operators can block it. */
export const maskRefusedIp = (how: keyof typeof KEEPS): Keep => KEEPS[how === "cut" ? "full" : how];
