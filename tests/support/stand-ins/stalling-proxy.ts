import type { AddressInfo } from "node:net";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import { connectionOptions } from "#server/backend/postgres/connection.ts";

export interface StallingProxy {
  /** the database's URL through this proxy */
  url: string;
  /** Stops forwarding on all connections without closing any: a dropped route. */
  stall(): void;
  /** Silences only the connections that are open now; new ones work. */
  stallOpen(): void;
  /** Lets new connections through again; silenced ones stay silent. */
  pass(): void;
  close(): Promise<void>;
}

/** A proxy to a database that can go silent without closing, as networks do. */
export async function startStallingProxy(databaseUrl: string): Promise<StallingProxy> {
  const { host, port } = connectionOptions(databaseUrl);
  const target: NetConnectOpts = host.startsWith("/")
    ? { path: `${host}/.s.PGSQL.${port}` }
    : { host, port };
  const open = new Set<Socket>();
  let stalled = false;

  const silence = () => {
    for (const socket of open) socket.unpipe().pause();
  };
  const server = createServer((client) => {
    const database = connect(target);
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        open.delete(socket);
        if (!stalled) other.destroy();
      });
      if (!stalled) socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const url = new URL(databaseUrl);
  url.searchParams.delete("host");
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    stall() {
      stalled = true;
      silence();
    },
    stallOpen: silence,
    pass() {
      stalled = false;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
