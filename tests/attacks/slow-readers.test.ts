import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { LIMITERS } from "#server/backend/gateway/concurrency-limiter.ts";
import { createGateway } from "#server/backend/gateway/index.ts";
import type { Services } from "#server/backend/gateway/services.ts";
import type { Delivery } from "#server/backend/types.ts";
import { createSendBuffers, SEND_BOUNDS } from "#server/http/send-buffers.ts";
import { createLog } from "#server/runtime/log.ts";

const MB = 1024 * 1024;
const log = createLog("silent");
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that answers with this buffer, or with `/small`; one proxy in front supplies the address. */
async function serve(body: Buffer, bounds: Partial<typeof SEND_BOUNDS>) {
  const most = { waiting: 0 };
  const clock = { ms: 0 };
  const buffers = createSendBuffers({
    log,
    addressOf: ({ headers }) => String(headers["x-from"]),
    bounds: { ...SEND_BOUNDS, ...bounds },
    now: () => clock.ms,
    lookMs: 3_600_000,
  });
  const server = createServer((req, res) => {
    res.end(req.url === "/small" ? "small" : body);
    buffers.written(req, res);
    most.waiting = Math.max(most.waiting, buffers.waiting());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(buffers.stop, () => server.close());
  const { port } = server.address() as AddressInfo;

  /** Sends requests and reads no response. */
  async function ask(from: string, times = 1): Promise<{ socket: Socket; closed: Promise<void> }> {
    const socket = connect(port, "127.0.0.1");
    closing.push(() => socket.destroy());
    socket.on("error", () => {});
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nX-From: ${from}\r\n\r\n`.repeat(times));
    return { socket, closed };
  }
  return { buffers, clock, most, port, ask };
}

test("closes a connection that reads nothing, and drops what waited", async () => {
  const { buffers, clock, ask } = await serve(Buffer.alloc(32 * MB), {
    address: 64 * MB,
    all: 64 * MB,
  });
  const { socket, closed } = await ask("7.7.7.7");
  await vi.waitFor(() => expect(buffers.waiting()).toBeGreaterThan(0));
  await vi.waitFor(() => {
    // Until the operating system's buffers are full, each look sees progress.
    buffers.look();
    clock.ms += SEND_BOUNDS.stalledMs;
    expect(buffers.waiting()).toBe(0);
  });
  socket.resume();
  await closed;
});

test("a hundred stalled connections stay within the limit, and others are served", async () => {
  const all = 80 * MB;
  const { most, port, ask } = await serve(Buffer.alloc(16 * MB), { address: 40 * MB, all });
  for (let i = 0; i < 100; i += 1) await ask(`10.0.0.${i}`);
  const other = await fetch(`http://127.0.0.1:${port}/small`, { headers: { "x-from": "7.7.7.7" } });
  expect(await other.text()).toBe("small");
  expect(most.waiting).toBeGreaterThan(0);
  expect(most.waiting).toBeLessThanOrEqual(all);
});

test("closes a connection that asks for a hundred responses at once", async () => {
  const { buffers, ask } = await serve(Buffer.alloc(32 * MB), {
    address: 10_000 * MB,
    all: 10_000 * MB,
  });
  const { socket, closed } = await ask("7.7.7.7", 100);
  socket.resume();
  await closed;
  expect(buffers.waiting()).toBe(0);
});

/** A gateway whose tables answer with this many bytes, and counts the calls. */
function gatewayOf(bytes: number) {
  const rest = vi.fn(
    async () => new Response("x".repeat(bytes), { headers: { "content-length": String(bytes) } }),
  );
  const cancel = vi.fn();
  const headersOf = { "content-length": String(bytes) };
  const file = async () => new Response(new ReadableStream({ cancel }), { headers: headersOf });
  const gateway = createGateway({
    services: { rest, storage: { file } } as unknown as Services,
    isStaff: async () => false,
    limit: () => {},
    keys: { publishableKey: "sb_publishable_x", secretKey: "sb_secret_x", jwtSecret: "secret" },
    log,
  });
  const hold = vi.fn();
  const sents: (() => void)[] = [];
  const ask = (clientAddress: string, hasCapacity = true, path = "/rest/v1/services") => {
    const { promise, resolve } = Promise.withResolvers<void>();
    sents.push(resolve);
    const delivery: Delivery = { sent: promise, hasCapacity: () => hasCapacity, hold };
    const headers = { apikey: "sb_publishable_x" };
    return gateway.fetch(new Request(`http://site.test${path}`, { headers }), {
      clientAddress,
      requestId: "test",
      delivery,
    });
  };
  return { rest, sents, ask, hold, cancel };
}

test("a request counts against its address until its answer is sent", async () => {
  const { rest, sents, ask } = gatewayOf(10);
  for (let i = 0; i < 4; i += 1) expect((await ask("7.7.7.7")).status).toBe(200);
  const fifth = ask("7.7.7.7");
  expect((await ask("8.8.8.8")).status).toBe(200);
  expect(rest).toHaveBeenCalledTimes(5);
  sents[0]?.();
  expect((await fifth).status).toBe(200);
  expect(rest).toHaveBeenCalledTimes(6);
});

test("a table known to be large waits until its response can be sent, and others don't wait for it", async () => {
  const { rest, sents, ask } = gatewayOf(MB);
  // The first shows that it is large.
  for (let i = 0; i <= LIMITERS.lists.unsent / MB; i += 1)
    expect((await ask(`10.0.0.${i}`)).status).toBe(200);
  const made = rest.mock.calls.length;
  const waits = ask("10.0.1.1");
  expect((await ask("10.0.1.2", true, "/rest/v1/faq_items")).status).toBe(200);
  expect(rest).toHaveBeenCalledTimes(made + 1);
  sents[1]?.();
  expect((await waits).status).toBe(200);
});

test("large responses are refused while a limiter's unsent bytes are at the limit", async () => {
  const { sents, ask } = gatewayOf(MB);
  const table = (number: number) => `/rest/v1/table_${number}`;
  const full = LIMITERS.reading.unsent / MB;
  for (let i = 0; i < full; i += 1)
    expect((await ask(`10.0.0.${i}`, true, table(i))).status).toBe(200);
  const refused = await ask("10.0.1.1", true, table(full));
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await refused.json()).toMatchObject({
    message: "The site is busy. Please try again in a moment.",
  });
  sents[0]?.();
  await vi.waitFor(async () =>
    expect((await ask("10.0.1.2", true, table(full + 1))).status).toBe(200),
  );
});

test("refuses large responses while too many bytes wait", async () => {
  expect((await gatewayOf(MB).ask("7.7.7.7", false)).status).toBe(503);
  expect((await gatewayOf(1024).ask("7.7.7.7", false)).status).toBe(200);
});

test("counts a file by its read-ahead, and closes it without room", async () => {
  const FILE = "/storage/v1/object/public/media/uploads/large.pdf";
  const large = gatewayOf(40 * MB);
  expect((await large.ask("7.7.7.7", true, FILE)).status).toBe(200);
  expect(large.hold.mock.calls).toEqual([[128 * 1024]]);
  expect((await large.ask("7.7.7.7", false, FILE)).status).toBe(503);
  expect(large.cancel).toHaveBeenCalledOnce();
  const small = gatewayOf(1_000);
  expect((await small.ask("7.7.7.7", false, FILE)).status).toBe(200);
  expect(small.hold.mock.calls).toEqual([[1_000]]);
});
