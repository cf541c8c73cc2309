import { randomUUID } from "node:crypto";
import { type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { logRefused } from "#server/runtime/log/refused.ts";
import type { Log } from "#server/runtime/log.ts";
import { INERT_HEADERS } from "#server/runtime/security-headers.ts";

const STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Responds to malformed HTTP before routing, with the same headers as every other response. */
export function refuseMalformed(server: Server, log: Log) {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
    const address = socket.remoteAddress ?? "unknown";
    logRefused(log, { address, requestId: randomUUID(), reason: "malformed" });
    const status = STATUS[error.code ?? ""] ?? 400;
    const headers = Object.entries({
      ...INERT_HEADERS,
      connection: "close",
      "content-length": "0",
    });
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        ...headers.map(([name, value]) => `${name}: ${value}`),
        "\r\n",
      ].join("\r\n"),
    );
  });
}
