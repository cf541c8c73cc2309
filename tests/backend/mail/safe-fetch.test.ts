import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { safeFetch } from "#server/backend/functions/safe-fetch.ts";
import { openNameServer } from "#tests/support/stand-ins/name-server.ts";

/** Servers that webhooks may meet on the internet, played by local ones. */
let names: Awaited<ReturnType<typeof openNameServer>>;
let leadsTo: Record<string, string[][]> = {};
const servers: Server[] = [];

beforeAll(async () => {
  // Each DNS answer of a name is used once; the last one repeats.
  names = await openNameServer((name) => {
    const answers = leadsTo[name] ?? [[]];
    return answers.length > 1 ? answers.shift() : answers[0];
  });
});
afterAll(() => names.close());
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** @returns its port, and the requests that arrived */
async function serve(answer: RequestListener, address = "127.0.0.1", port = 0) {
  const arrived: { url: string | undefined; host: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    arrived.push({ url: request.url, host: request.headers.host, body });
    answer(request, response);
  });
  servers.push(server);
  server.listen(port, address);
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, arrived };
}

type Options = Partial<Parameters<typeof safeFetch>[0]> & { answerMs?: number };

const to = ({ answerMs, ...options }: Options = {}) => {
  const post = safeFetch({ reach: "anywhere", nameServers: [names.address], ...options });
  return (url: string) =>
    post(url, {
      method: "POST",
      headers: { "x-test": "1" },
      body: '{"Grüße":1}',
      ...(answerMs && { ms: answerMs }),
    });
};
const ok: RequestListener = (_, response) => void response.end("ok");

test("resolves a name, and sends its server the whole body", async () => {
  leadsTo = { "hooks.test": [["127.0.0.1"]] };
  const { port, arrived } = await serve(ok);
  expect(await to()(`http://hooks.test:${port}/in?key=1`)).toEqual({
    status: 200,
    answer: "ok",
    retryAfter: null,
    location: null,
  });
  expect(arrived).toEqual([{ url: "/in?key=1", host: `hooks.test:${port}`, body: '{"Grüße":1}' }]);
});

test.each([
  ["https://inward.test:8443/", "inward.test"],
  ["https://127.0.0.1:8443/", "127.0.0.1"],
  ["https://[::1]:8443/", "::1"],
  ["https://[::ffff:127.0.0.1]:8443/", "::ffff:7f00:1"],
  ["https://169.254.169.254/latest/meta-data", "169.254.169.254"],
  ["https://168.63.129.16/machine", "168.63.129.16"],
  ["https://azure.test/machine", "azure.test"],
  ["https://alibaba.test/", "alibaba.test"],
  ["https://oracle.test/", "oracle.test"],
  ["https://[fd00:ec2::254]/latest/meta-data", "fd00:ec2::254"],
])("%s is not connected to", async (url, host) => {
  leadsTo = {
    "inward.test": [["127.0.0.1"]],
    "azure.test": [["1.1.1.1", "168.63.129.16"]],
    "alibaba.test": [["100.100.100.200"]],
    "oracle.test": [["192.0.0.192"]],
  };
  await expect(to({ reach: "public" })(url)).rejects.toThrow(
    `Not sent: ${host} leads to an address that isn't public.`,
  );
});

test("connects to the checked address", async () => {
  const outside = await serve(ok);
  const inside = await serve(ok, "127.0.0.2", outside.port);
  leadsTo = { "rebind.test": [["127.0.0.1"], ["127.0.0.2"]] };
  names.asked.length = 0;
  const checked: string[][] = [];
  // Replaces the check for public addresses: here only the first address is public.
  const post = to({
    check: (host, addresses) => {
      checked.push([...addresses]);
      if (!addresses.every((one) => one === "127.0.0.1")) throw new Error(`${host} is inside`);
    },
  });
  const url = `http://rebind.test:${outside.port}/`;
  expect((await post(url)).status).toBe(200);
  expect([outside.arrived.length, inside.arrived.length]).toEqual([1, 0]);
  expect([names.asked, checked]).toEqual([["rebind.test"], [["127.0.0.1"]]]);
  await expect(post(url)).rejects.toThrow("rebind.test is inside");
  expect(inside.arrived).toEqual([]);
});

test("does not follow redirects", async () => {
  const inside = await serve(ok);
  const location = `http://127.0.0.1:${inside.port}/`;
  const { port } = await serve((_, response) => void response.writeHead(302, { location }).end());
  expect((await to()(`http://127.0.0.1:${port}/`)).status).toBe(302);
  expect(inside.arrived).toEqual([]);
});

test("gives up on a hanging server or name server at the deadline", async () => {
  const { port } = await serve(() => undefined);
  // Not injected: Nothing responds, so the deadline always passes.
  await expect(to({ answerMs: 300 })(`http://127.0.0.1:${port}/`)).rejects.toThrow(
    "No answer within 0.3 seconds.",
  );
  leadsTo = {};
  const silent = await openNameServer(() => undefined);
  // Not injected: Nothing responds, so the deadline always passes.
  const post = to({ answerMs: 300, nameServers: [silent.address] });
  await expect(post("https://silent.test/")).rejects.toThrow("silent.test can't be found (DNS).");
  silent.close();
});

test("reads the first kilobytes of an endless response", async () => {
  const cut = Promise.withResolvers<void>();
  const { port } = await serve((_, response) => {
    response.on("close", cut.resolve);
    const more = () => {
      while (response.write("x".repeat(65_536)));
      response.once("drain", more);
    };
    more();
  });
  const { status, answer } = await to()(`http://127.0.0.1:${port}/`);
  expect([status, answer.length]).toEqual([200, 4096]);
  await cut.promise;
});

test("uses the status of a response that hangs after it began", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const { port } = await serve((_, response) => void response.writeHead(200).write("so far"));
  const deadline = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(deadline.signal);
  const begun = Promise.withResolvers<void>();
  const began = () => begun.resolve();
  subscribe("http.client.response.finish", began);
  const answer = to()(`http://127.0.0.1:${port}/`);
  await begun.promise;
  unsubscribe("http.client.response.finish", began);
  // Not injected: Waits for the event-loop turn in which the head and the first bytes arrive in one packet.
  await new Promise((resolve) => setImmediate(resolve));
  deadline.abort();
  expect(await answer).toMatchObject({ status: 200, answer: "so far" });
});

test("reports an unreachable address, without its path", async () => {
  leadsTo = {};
  // Nothing listens there, and the system gives that port to nobody.
  await expect(to()("http://127.0.0.1:2/secret")).rejects.toThrow(
    "The connection failed (ECONNREFUSED).",
  );
  await expect(to()("https://nowhere.test/secret")).rejects.toThrow(
    "Not sent: nowhere.test doesn't exist.",
  );
  const plain = await serve(ok);
  await expect(to()(`https://127.0.0.1:${plain.port}/secret`)).rejects.toThrow(
    /^The connection failed \([A-Z_]+\)\.$/,
  );
});
