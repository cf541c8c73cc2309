import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import { addressKey } from "#server/limits/rate-limit.ts";
import type { Log } from "#server/runtime/log.ts";
import { logRefused } from "#server/runtime/log-refused.ts";

/** An office behind one address, each browser with the six that it opens; and far from what a process can hold. */
const EACH = 512;

/**
 * Closes what one address opens beyond its share, unanswered: anyone who opens connections and says
 * nothing on them would else keep everybody out.
 */
export function boundConnections(server: Server, log: Log, each = EACH) {
  const open = new Map<string, number>();
  const told = new Set<string>();

  server.on("connection", (socket) => {
    const address = socket.remoteAddress ?? "unknown";
    const key = addressKey(address);
    const count = open.get(key) ?? 0;
    if (count >= each) {
      if (!told.has(key))
        logRefused(log, { address, requestId: randomUUID(), reason: "too_many_connections" });
      told.add(key);
      socket.destroy();
      return;
    }
    open.set(key, count + 1);
    socket.once("close", () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) return open.set(key, left);
      open.delete(key);
      told.delete(key);
    });
  });
}
