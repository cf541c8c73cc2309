import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { expect, test, vi } from "vitest";
import { createLog } from "#server/runtime/log.ts";
import { boundConnections } from "./connections.ts";
import { refuseMalformed } from "./malformed.ts";

/** A server without a port, and the log it writes to. */
function bare() {
  const server = new EventEmitter() as Server;
  const log = createLog("silent");
  return { server, log, info: vi.spyOn(log, "info") };
}

/** A connection from this address, with only the properties used here. */
class Connection extends EventEmitter {
  readonly remoteAddress: string | undefined;
  writable = true;
  destroy = vi.fn();
  end = vi.fn<(text: string) => void>();
  constructor(remoteAddress?: string) {
    super();
    this.remoteAddress = remoteAddress;
  }
}

test("closes connections beyond an address's limit, and logs it once", () => {
  const { server, log, info } = bare();
  boundConnections(server, log, 2);
  const open = (address?: string) => {
    const one = new Connection(address);
    server.emit("connection", one);
    return one;
  };
  const closed = ({ destroy }: Connection) => destroy.mock.calls.length > 0;
  const first = open("7.7.7.7");
  const second = open("7.7.7.7");
  expect([first, second, open("7.7.7.7"), open("7.7.7.7")].map(closed)).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(info.mock.calls.map(([about]) => about)).toEqual([
    expect.objectContaining({ address: "7.7.7.7", reason: "too_many_connections" }),
  ]);
  expect(closed(open("8.8.8.8")), "another address has its own").toBe(false);

  first.emit("close");
  const third = open("7.7.7.7");
  expect([closed(third), closed(open("7.7.7.7"))]).toEqual([false, true]);
  expect(info, "not logged twice for the same address").toHaveBeenCalledOnce();

  second.emit("close");
  third.emit("close");
  expect([open("7.7.7.7"), open("7.7.7.7"), open("7.7.7.7")].map(closed)).toEqual([
    false,
    false,
    true,
  ]);
  expect(info, "but once everybody had left").toHaveBeenCalledTimes(2);
});

test("counts unknown addresses as one", () => {
  const { server, log, info } = bare();
  boundConnections(server, log, 0);
  server.emit("connection", new Connection());
  expect(info.mock.calls[0]?.[0]).toMatchObject({ address: "unknown" });
});

test.each([
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "413 Payload Too Large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
  ["HPE_INVALID_METHOD", "400 Bad Request"],
  [undefined, "400 Bad Request"],
])("answers invalid HTTP (%s) with %s and the usual headers", (code, status) => {
  const { server, log, info } = bare();
  refuseMalformed(server, log);
  const connection = new Connection("7.7.7.7");
  server.emit("clientError", Object.assign(new Error(), { code }), connection);
  const [answer = ""] = connection.end.mock.calls[0] ?? [];
  const [first, ...headers] = answer.split("\r\n");
  expect(first).toBe(`HTTP/1.1 ${status}`);
  expect(headers).toEqual(
    expect.arrayContaining([
      "x-content-type-options: nosniff",
      "connection: close",
      "content-length: 0",
    ]),
  );
  expect(answer.endsWith("\r\n\r\n")).toBe(true);
  expect(info.mock.calls[0]?.[0]).toMatchObject({ address: "7.7.7.7", reason: "malformed" });
});

test("sends no response to a closed connection", () => {
  const { server, log, info } = bare();
  refuseMalformed(server, log);
  const gone = new Connection();
  server.emit("clientError", Object.assign(new Error(), { code: "ECONNRESET" }), gone);
  const unresponsive = new Connection();
  unresponsive.writable = false;
  server.emit("clientError", new Error(), unresponsive);
  for (const { end, destroy } of [gone, unresponsive]) {
    expect(destroy).toHaveBeenCalledOnce();
    expect(end).not.toHaveBeenCalled();
  }
  expect(info).not.toHaveBeenCalled();
});
