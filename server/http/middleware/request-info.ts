import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#server/http/app-env.ts";

/**
 * Gives each request an id and the visitor's address. Behind `hops` proxies the address is the one
 * the outermost trusted proxy saw; anything further left in X-Forwarded-For is the client's word.
 */
export const requestInfo = (hops: number) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const socket = c.env.incoming.socket.remoteAddress ?? "unknown";
    const chain = [...(c.req.header("x-forwarded-for") ?? "").split(","), socket]
      .map((part) => part.trim())
      .filter(Boolean);
    c.set("requestId", randomUUID());
    c.set("clientAddress", chain[Math.max(0, chain.length - 1 - hops)] ?? socket);
    await next();
  });
