import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { createMiddleware } from "hono/factory";
import ipaddr from "ipaddr.js";
import type { AppEnv } from "#server/http/app-env.ts";

/** The longest possible address, with zone, brackets and port. */
const LONGEST = 80;

/**
 * Normalizes an address for counting, because some proxies append a port, which differs per connection.
 * Removes port, brackets and zone, and converts IPv4-mapped IPv6 to IPv4.
 * @returns undefined when it is not an address
 */
function plainAddress(text: string): string | undefined {
  const four = text.startsWith("::ffff:") ? text.slice("::ffff:".length) : text;
  if (isIP(four) === 4) return four;
  if (text.length > LONGEST) return undefined;
  const whole = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? text;
  const address = [whole, whole.replace(/:\d+$/, "")].find((each) => isIP(each) > 0);
  if (address === undefined) return undefined;
  return ipaddr.process(address.split("%", 1)[0] as string).toString();
}

/**
 * The visitor's address. Behind `hops` proxies, it is the one that the outermost trusted proxy saw; the
 * client can forge anything further left in X-Forwarded-For. If that is not an address, uses the proxy's own.
 */
export function visitorAddress({ socket, headers }: IncomingMessage, hops: number): string {
  const near = plainAddress(socket.remoteAddress ?? "") ?? "unknown";
  if (hops === 0) return near;
  const chain = [...[headers["x-forwarded-for"] ?? ""].flat().join(",").split(","), near]
    .map((part) => part.trim())
    .filter(Boolean);
  return plainAddress(chain[Math.max(0, chain.length - 1 - hops)] ?? near) ?? near;
}

/** Headers that proxies add to a forwarded request. */
const HANDED_ON = ["x-forwarded-for", "x-real-ip", "forwarded", "via"];
const THIS_MACHINE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/** Whether the client is on this machine, and not behind a proxy on it. */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const near = plainAddress(socket.remoteAddress ?? "");
  return (
    near !== undefined &&
    ipaddr.parse(near).range() === "loopback" &&
    THIS_MACHINE.test(headers.host ?? "") &&
    HANDED_ON.every((name) => headers[name] === undefined)
  );
}

/** With two Host headers, proxies may disagree (RFC 9112, 3.2): Node silently uses the first. */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts <= 1;
}

/** Sets each request's id and visitor address. */
export const requestInfo = (hops: number) =>
  createMiddleware<AppEnv>(async (c, next) => {
    c.set("requestId", randomUUID());
    c.set("clientAddress", visitorAddress(c.env.incoming, hops));
    await next();
  });
