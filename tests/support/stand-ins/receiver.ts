import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Arrived {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A webhook receiver on this machine. */
export async function openReceiver() {
  const arrived: Arrived[] = [];
  /** responses by path; by default an immediate 200 */
  const answers: Record<string, (response: ServerResponse) => void> = {};
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const path = request.url ?? "";
    arrived.push({ path, headers: request.headers, body });
    (answers[path] ?? ((answer) => answer.end("thank you")))(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    /** the requests to a path, oldest first */
    at: (path: string) => arrived.filter((one) => one.path === path),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;
