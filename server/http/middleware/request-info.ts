import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { createMiddleware } from "hono/factory";
import ipaddr from "ipaddr.js";
import type { AppEnv } from "#server/http/app-env.ts";

/** No address is longer, with its zone, brackets and port. */
const LONGEST = 80;

/**
 * An address in its one spelling, as it is counted by: some proxies write the port after it, which is another
 * one for each connection. Without port, brackets and zone; IPv4 that came as IPv6 is IPv4.
 * @returns undefined when it is no address
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
 * The visitor's address. Behind `hops` proxies it is the one that the outermost trusted proxy saw; anything
 * further left in X-Forwarded-For is the client's word. Where that is no address, the proxy's own counts.
 */
export function visitorAddress({ socket, headers }: IncomingMessage, hops: number): string {
  const near = plainAddress(socket.remoteAddress ?? "") ?? "unknown";
  if (hops === 0) return near;
  const chain = [...[headers["x-forwarded-for"] ?? ""].flat().join(",").split(","), near]
    .map((part) => part.trim())
    .filter(Boolean);
  return plainAddress(chain[Math.max(0, chain.length - 1 - hops)] ?? near) ?? near;
}

/** What proxies add to a request that they hand on. */
const HANDED_ON = ["x-forwarded-for", "x-real-ip", "forwarded", "via"];
const THIS_MACHINE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/** Whether somebody on this machine asks, and no proxy on it for somebody else. */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const near = plainAddress(socket.remoteAddress ?? "");
  return (
    near !== undefined &&
    ipaddr.parse(near).range() === "loopback" &&
    THIS_MACHINE.test(headers.host ?? "") &&
    HANDED_ON.every((name) => headers[name] === undefined)
  );
}

/** Of two Host headers each proxy may believe another one (RFC 9112, 3.2): Node takes the first and says nothing. */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts <= 1;
}

/** Gives each request an id and the visitor's address. */
export const requestInfo = (hops: number) =>
  createMiddleware<AppEnv>(async (c, next) => {
    c.set("requestId", randomUUID());
    c.set("clientAddress", visitorAddress(c.env.incoming, hops));
    await next();
  });
