import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Socket,
} from "node:net";
import { connectionOptions } from "#server/backend/postgres/connection.ts";
import type { Calls } from "../calls.ts";

/**
 * A proxy to the database that counts what any driver sends: a query, the end of a batch, the end of copied
 * rows, a new connection. A failing call closes its connection, as a crash or a dropped route does.
 * @returns the database's URL through this proxy
 */
export async function throughDatabase(databaseUrl: string, calls: Calls) {
  const { host, port } = connectionOptions(databaseUrl);
  const target: NetConnectOpts = host.startsWith("/")
    ? { path: `${host}/.s.PGSQL.${port}` }
    : { host, port };
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(target);
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on("error", () => socket.destroy());
    }
    client.on("close", () => database.destroy());
    database.on("close", () => client.destroy());
    client.on("close", () => open.delete(client));
    database.on("close", () => open.delete(database));
    relay(client, database, calls);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.searchParams.delete("host");
  url.searchParams.delete("port");
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** PostgreSQL's manual, "Message Formats". */
const [QUERY, PARSE, SYNC, COPY_DONE] = ["Q", "P", "S", "c"];
const [READY, COPY_IN] = ["Z", "G"];

function relay(client: Socket, database: Socket, calls: Calls) {
  let text = "";
  let lost = false;
  const cut = () => {
    client.destroy();
    database.destroy();
  };
  const sent = messages(true);
  client.on("data", (chunk) => {
    for (const { type, body, bytes } of sent(chunk)) {
      if (lost || database.destroyed) return;
      if (type === QUERY || type === PARSE) text = wordsOf(type, body);
      const isCall = type === "" || type === QUERY || type === SYNC || type === COPY_DONE;
      const name = type === "" ? "connect" : type === COPY_DONE ? "end of copied rows" : text;
      const turn = isCall ? calls.arrive(`database: ${name}`, type !== "") : "pass";
      if (turn === "before") return cut();
      lost = turn === "after";
      database.write(bytes);
    }
  });
  const received = messages(false);
  database.on("data", (chunk) => {
    if (!lost) client.write(chunk);
    for (const { type } of received(chunk)) if (lost && (type === READY || type === COPY_IN)) cut();
  });
}

const wordsOf = (type: string, body: Buffer) =>
  body
    .toString("utf8", type === PARSE ? body.indexOf(0) + 1 : 0)
    .split("\0", 1)[0]
    ?.replace(/'[^']{30,}'/g, "'…'")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 90) ?? "";

/** Splits a stream into messages; a client's first message has no type. */
function messages(startup: boolean) {
  let rest = Buffer.alloc(0);
  let typed = startup ? 0 : 1;
  return function* (chunk: Buffer) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= typed + 4) {
      const length = typed + rest.readUInt32BE(typed);
      if (rest.length < length) return;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      const type = typed ? String.fromCharCode(bytes[0] as number) : "";
      const body = bytes.subarray(typed + 4);
      typed = 1;
      yield { type, body, bytes };
    }
  };
}
