import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import { addressKey } from "#server/limits/rate-limit.ts";
import { logRefused } from "#server/runtime/log/refused.ts";
import type { Log } from "#server/runtime/log.ts";

/** Enough for an office behind one address, with six connections per browser; far below a process's limit. */
const EACH = 512;

/**
 * Closes connections beyond one address's share without a response. Otherwise a client that opens
 * idle connections could lock everyone else out.
 */
export function boundConnections(server: Server, log: Log, each = EACH) {
  const open = new Map<string, number>();
  const logged = new Set<string>();

  server.on("connection", (socket) => {
    const address = socket.remoteAddress ?? "unknown";
    const key = addressKey(address);
    const count = open.get(key) ?? 0;
    if (count >= each) {
      if (!logged.has(key))
        logRefused(log, { address, requestId: randomUUID(), reason: "too_many_connections" });
      logged.add(key);
      socket.destroy();
      return;
    }
    open.set(key, count + 1);
    socket.once("close", () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) return open.set(key, left);
      open.delete(key);
      logged.delete(key);
    });
  });
}
