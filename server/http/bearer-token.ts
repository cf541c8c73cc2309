import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Compares in constant time, so that timing reveals nothing about a guess. */
export function bearsToken(token: string, authorization = ""): boolean {
  const [, given = ""] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
  return timingSafeEqual(digest(given), digest(token));
}
