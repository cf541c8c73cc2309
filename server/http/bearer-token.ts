import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Takes as long for a guess that is nearly right as for any other. */
export function bearsToken(token: string, authorization = ""): boolean {
  const [, given = ""] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
  return timingSafeEqual(digest(given), digest(token));
}
