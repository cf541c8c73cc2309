import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Hono } from "hono";
import { afterEach, expect, test, vi } from "vitest";
import { createAuthLimits } from "#server/backend/auth/limits.ts";
import { createGateway } from "#server/backend/gateway/index.ts";
import type { Services } from "#server/backend/gateway/services.ts";
import { createStaff } from "#server/backend/gateway/staff.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { boundConnections } from "#server/http/middleware/connections.ts";
import { limitRenders } from "#server/http/middleware/limit-renders.ts";
import { createAddressLimiter } from "#server/limits/rate-limit.ts";
import { createLog } from "#server/runtime/log.ts";
import { stopClock } from "#tests/support/stop-clock.ts";
import { tokenWith } from "#tests/support/token.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

test("limits the connections of an address until one closes", async () => {
  const lines: string[] = [];
  const server = createServer((_, res) => res.end("ok"));
  boundConnections(server, createLog("info", { write: (line) => void lines.push(line) }), 3);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;

  /** Starts a request and never finishes it. */
  const openSlowly = () =>
    new Promise<Socket>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write("GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ");
        resolve(socket);
      });
      socket.on("error", () => {});
      closing.push(() => socket.destroy());
    });
  const isClosed = (socket: Socket) =>
    new Promise<void>((resolve) => socket.once("close", () => resolve()));

  const [first] = [await openSlowly(), await openSlowly(), await openSlowly()];
  for (let i = 0; i < 3; i += 1) await isClosed(await openSlowly());
  expect(lines.map((line) => JSON.parse(line).reason)).toEqual(["too_many_connections"]);

  first.destroy();
  await vi.waitFor(async () => {
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect(await response.text()).toBe("ok");
  });
});

test("limits uncached pages, and not cached ones", async () => {
  stopClock();
  const load = async () => ({
    addresses: new Set(["/services"]),
    queries: new Map([["/services", ["n"]]]),
  });
  let from = "203.0.113.1";
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("clientAddress", from);
      await next();
    })
    .use(limitRenders(load, true))
    .all("*", (c) => c.text("made"));
  const status = async (path: string, method = "GET") =>
    (await app.request(path, { method })).status;

  for (let i = 0; i < 300; i += 1) expect(await status(`/no-such-page-${i}`)).toBe(200);
  const refused = await app.request("/services.data");
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(await refused.text()).toBe("Too many requests. Please wait a second and try again.\n");
  expect([await status("/services", "POST"), await status("/services?n=1")]).toEqual([429, 429]);
  expect([await status("/services"), await status("/services", "HEAD")]).toEqual([200, 200]);
  from = "203.0.113.2";
  expect(await status("/no-such-page")).toBe(200);
});

/** Tries new networks of one IPv6 customer until one is refused. */
function triesOfCustomer(granted: (address: string) => boolean): number {
  for (let network = 0; network < 5_000; network += 1)
    if (!granted(`2001:db8:7:${network.toString(16)}::1`)) return network;
  return Number.POSITIVE_INFINITY;
}
const notRefused = (work: () => void) => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

test("treats a /48 as one customer with eight times an address's share", () => {
  stopClock();
  const take = createAddressLimiter({ name: "test", burst: 10, secondsEach: 60 });
  expect(triesOfCustomer((address) => take(address) === 0)).toBe(80);
  expect(take("2001:db8:8::1"), "another customer").toBe(0);

  const guesses = createAuthLimits(true);
  const email = (address: string) => `${address.replaceAll(":", "-")}@example.com`;
  const guess = (address: string) =>
    notRefused(() => guesses.signIn({ address, email: email(address) }));
  expect(triesOfCustomer(guess)).toBe(8 * 40);
  expect(guess("2001:db8:8::1"), "another customer").toBe(true);

  const { attempt } = createAuthLimits(true);
  expect(triesOfCustomer((address) => notRefused(() => attempt({ address })))).toBe(8 * 30);
});

test("checks a session's rights once in half a minute, and again after a failure", async () => {
  let time = 0;
  const asked: unknown[] = [];
  const sessions: NonNullable<Parameters<typeof createStaff>[2]> = new Map();
  const answers = [
    Promise.reject(new Error("away")),
    Promise.resolve(true),
    Promise.resolve(false),
  ];
  const isStaff = createStaff(
    ({ claims }) => {
      asked.push(claims.session_id);
      return answers.shift() ?? Promise.resolve(false);
    },
    () => time,
    sessions,
  );
  const of = (session_id: string) =>
    isStaff({ role: "authenticated", claims: { session_id, aal: "aal1" } });
  expect(await isStaff({ role: "anon", claims: {} })).toBe(false);
  expect(asked).toEqual([]);

  await expect(of("a")).rejects.toThrow("away");
  expect(await Promise.all([of("a"), of("a"), of("a")])).toEqual([true, true, true]);
  time += 29_999;
  expect(await of("a")).toBe(true);
  expect(asked).toEqual(["a", "a"]);
  time += 1;
  expect(await of("a"), "rights that were lost").toBe(false);
  expect(await of("b"), "somebody else").toBe(false);
  expect(asked).toEqual(["a", "a", "a", "b"]);

  time += 30_000;
  await of("c");
  expect([...sessions.keys()], "whose answer still counts").toEqual(["c aal1"]);
});

test("allows an address four table requests at once", async () => {
  const jwtSecret = "secret";
  const ends: (() => void)[] = [];
  const rest = () =>
    new Promise<Response>((resolve) => ends.push(() => resolve(new Response("[]"))));
  const gateway = createGateway({
    services: { rest } as unknown as Services,
    isStaff: async ({ role }) => role === "authenticated",
    limit: () => {},
    keys: { publishableKey: "sb_publishable_x", secretKey: "sb_secret_x", jwtSecret },
    log: createLog("silent"),
  });
  const token = await tokenWith(jwtSecret);
  const ask = (clientAddress: string, authorization: string, method: string) =>
    gateway.fetch(
      new Request("http://site.test/rest/v1/contact_submissions", {
        method,
        headers: { apikey: "sb_publishable_x", ...(authorization && { authorization }) },
      }),
      { clientAddress, requestId: "test" },
    );

  const asked = ["", "", "", `Bearer ${token}`, `Bearer ${token}`, `Bearer ${token}`].flatMap(
    (authorization) => ["GET", "POST"].map((method) => ask("203.0.113.1", authorization, method)),
  );
  await vi.waitFor(() => expect(ends).toHaveLength(4));
  const another = ask("203.0.113.2", `Bearer ${token}`, "GET");
  await vi.waitFor(() => expect(ends).toHaveLength(5));
  const answered = vi.fn();
  const all = Promise.all([...asked, another]);
  void all.then(answered);
  await vi.waitFor(() => {
    for (const end of ends.splice(0)) end();
    expect(answered).toHaveBeenCalled();
  });
  for (const response of await all) expect(response.status).toBe(200);
});
