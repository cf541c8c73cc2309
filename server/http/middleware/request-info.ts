import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#server/http/app-env.ts";

/**
 * The visitor's address. Behind `hops` proxies it is the one that the outermost trusted proxy saw; anything
 * further left in X-Forwarded-For is the client's word.
 */
export function visitorAddress({ socket, headers }: IncomingMessage, hops: number): string {
  const near = socket.remoteAddress ?? "unknown";
  if (hops === 0) return near;
  const chain = [...[headers["x-forwarded-for"] ?? ""].flat().join(",").split(","), near]
    .map((part) => part.trim())
    .filter(Boolean);
  return chain[Math.max(0, chain.length - 1 - hops)] ?? near;
}

/** Gives each request an id and the visitor's address. */
export const requestInfo = (hops: number) =>
  createMiddleware<AppEnv>(async (c, next) => {
    c.set("requestId", randomUUID());
    c.set("clientAddress", visitorAddress(c.env.incoming, hops));
    await next();
  });
