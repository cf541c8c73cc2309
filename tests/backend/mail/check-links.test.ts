import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { safeFetch } from "#server/backend/functions/safe-fetch.ts";
import { checkLinks } from "#supabase/functions/_shared/links/check.ts";
import { Unanswered } from "#supabase/functions/_shared/outgoing/address.ts";
import type { Asked } from "#supabase/functions/_shared/outgoing/asked.ts";
import { selfSigned } from "#tests/support/samples/certificate.ts";
import { openNameServer } from "#tests/support/stand-ins/name-server.ts";

/** Other sites, played by local servers. Only 127.0.0.1 is public here. */
let names: Awaited<ReturnType<typeof openNameServer>>;
let leadsTo: Record<string, string[][] | undefined> = {};
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
  leadsTo = {};
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server, address = "127.0.0.1", port = 0) {
  servers.push(server);
  server.listen(port, address);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A site, and the requests that arrived there. */
async function serve(answer: RequestListener, address?: string, port?: number) {
  const arrived: string[] = [];
  const agents = new Set<string | undefined>();
  const server = createServer((request, response) => {
    arrived.push(`${request.method} ${request.url}`);
    agents.add(request.headers["user-agent"]);
    answer(request, response);
  });
  return { port: await listen(server, address, port), arrived, agents };
}

type Guard = Partial<Parameters<typeof safeFetch>[0]>;

/** Checks these links as the server does. @returns what it stored, and how long it waited before requests */
async function check(links: string[], guard: Guard = {}, change: Partial<Asked> = {}) {
  const due = links.map((address, at) => ({ address, lease: String(at) }));
  const stored: { lease: string; status: number | null; problem: string | null }[] = [];
  const waits: number[] = [];
  let time = 0;
  const ask = safeFetch({
    reach: "anywhere",
    nameServers: [names.address],
    check(host, addresses) {
      if (addresses.length === 0) throw new Unanswered("unknown_host", `${host} doesn't exist.`);
      if (!addresses.every((one) => one === "127.0.0.1"))
        throw new Unanswered("private", `${host} is inside.`);
    },
    ...guard,
  });
  await checkLinks(
    {
      env: (name) => (name === "SITE_URL" ? "https://www.own.test" : "http://backend.test"),
      async fetch(url, init) {
        const body = JSON.parse(String(init?.body));
        if (String(url).endsWith("/outside_link_claim")) {
          expect(body).toEqual({ own: "https://www.own.test" });
          return Response.json(due.shift() ?? null);
        }
        stored.push(body);
        return Response.json(null);
      },
      ask: (url, asked) => ask(url, { ...asked, ...change }),
    },
    undefined,
    {
      now: () => time,
      async wait(ms) {
        waits.push(ms);
        time += ms;
      },
    },
  );
  return { results: stored.map(({ status, problem }) => [status, problem]), waits };
}

const withStatus: RequestListener = (request, response) =>
  void response.writeHead(Number(request.url?.slice(1))).end();

test.each([
  [200, null],
  [204, null],
  [404, "missing"],
  [410, "missing"],
  [500, "error"],
  [503, "error"],
  [400, "no_access"],
  [401, "no_access"],
  [403, "no_access"],
  [405, "no_access"],
  [429, "no_access"],
  [451, "no_access"],
  [999, "no_access"],
])("an answer with %s is stored as %s", async (status, problem) => {
  const { port } = await serve(withStatus);
  const { results } = await check([`http://127.0.0.1:${port}/${status}`]);
  expect(results).toEqual([[status, problem]]);
});

test("says who asks, and asks by HEAD alone where that is answered", async () => {
  const { port, arrived, agents } = await serve(withStatus);
  await check([`http://127.0.0.1:${port}/200`]);
  expect(arrived).toEqual(["HEAD /200"]);
  expect([...agents]).toEqual(["Loading-Dock-Links/1 (+https://www.own.test)"]);
  await check([`http://127.0.0.1:${port}/429`]);
  expect(arrived).toEqual(["HEAD /200", "HEAD /429"]);
});

test.each([404, 405, 501, 403, 500])("asks by GET where HEAD is answered with %s", async (no) => {
  const { port, arrived } = await serve((request, response) => {
    response.writeHead(request.method === "HEAD" ? no : 200).end();
  });
  expect((await check([`http://127.0.0.1:${port}/`])).results).toEqual([[200, null]]);
  expect(arrived).toEqual(["HEAD /", "GET /"]);
});

test("asks by GET where HEAD ends the connection, and reads only the head of the answer", async () => {
  const cut = Promise.withResolvers<void>();
  const { port } = await serve((request, response) => {
    if (request.method === "HEAD") return request.socket.destroy();
    response.on("close", cut.resolve);
    const more = () => {
      while (response.write("x".repeat(65_536)));
      response.once("drain", more);
    };
    more();
  });
  expect((await check([`http://127.0.0.1:${port}/`])).results).toEqual([[200, null]]);
  await cut.promise;
});

test("follows redirects to other hosts, each looked up", async () => {
  leadsTo = { "old.test": [["127.0.0.1"]], "new.test": [["127.0.0.1"]] };
  const { port, arrived } = await serve((request, response) => {
    if (request.url !== "/a") return void response.writeHead(404).end();
    response.writeHead(301, { location: `//new.test:${port}/b` }).end();
  });
  names.asked.length = 0;
  const { results } = await check([`http://old.test:${port}/a`]);
  expect(results).toEqual([[404, "missing"]]);
  expect(arrived).toEqual(["HEAD /a", "HEAD /b", "GET /b"]);
  expect(new Set(names.asked)).toEqual(new Set(["old.test", "new.test"]));
});

test("follows 5 redirects, and gives up at the sixth or in a loop", async () => {
  const { port, arrived } = await serve((request, response) => {
    const left = Number(request.url?.slice(1));
    const location = left > 0 ? `/${left - 1}` : undefined;
    if (request.url === "/loop") response.writeHead(302, { location: "/loop" }).end();
    else response.writeHead(location ? 302 : 200, location ? { location } : {}).end();
  });
  const at = (path: string) => `http://127.0.0.1:${port}/${path}`;
  expect((await check([at("5"), at("6")])).results).toEqual([
    [200, null],
    [302, "redirects"],
  ]);
  arrived.length = 0;
  expect((await check([at("loop")])).results).toEqual([[302, "redirects"]]);
  expect(arrived).toHaveLength(6);
});

test.each(["ftp://127.0.0.1/", "javascript:alert(1)", "http://ana:word@127.0.0.1/", "http://%"])(
  "doesn't follow a redirect to %s",
  async (location) => {
    const { port } = await serve((_, response) => void response.writeHead(302, { location }).end());
    const [[, problem] = []] = (await check([`http://127.0.0.1:${port}/`])).results;
    expect(problem).toBe("not_tried");
  },
);

test("never asks a private address, also not by a redirect or a DNS change", async () => {
  const outside = await serve((request, response) => {
    const location = `http://${request.url?.slice(1)}:${outside.port}/secret`;
    response.writeHead(302, { location }).end();
  });
  const inside = await serve(withStatus, "127.0.0.2", outside.port);
  leadsTo = {
    "inward.test": [["127.0.0.2"]],
    "half.test": [["127.0.0.1", "127.0.0.2"]],
    "rebind.test": [["127.0.0.1"], ["127.0.0.2"]],
  };
  const at = (host: string, to = "") => `http://${host}:${outside.port}/${to}`;
  const { results } = await check([
    at("inward.test"),
    at("half.test"),
    at("127.0.0.2"),
    at("127.0.0.1", "127.0.0.2"),
    at("127.0.0.1", "inward.test"),
    // The second request to the same name.
    at("rebind.test", "rebind.test"),
  ]);
  expect(results).toEqual(Array(6).fill([null, "private"]));
  expect(inside.arrived).toEqual([]);
  expect(outside.arrived).toHaveLength(3);
});

test.each([
  "http://127.0.0.1:8080/",
  "http://[::1]:8080/",
  "http://2130706433:8080/",
  "http://169.254.169.254/latest/meta-data",
  "https://10.0.0.1/",
  "https://inward.test/",
])("the guard of the server refuses %s", async (url) => {
  leadsTo = { "inward.test": [["192.168.1.1"]] };
  // With the check that the server has in production.
  const guard: Guard = { reach: "public", check: undefined };
  expect((await check([url], guard)).results).toEqual([[null, "private"]]);
});

test.each(["http://a.test:22/", "http://ana:word@a.test/"])("never asks %s", async (url) => {
  names.asked.length = 0;
  expect((await check([url], { reach: "public" })).results).toEqual([[null, "not_tried"]]);
  expect(names.asked).toEqual([]);
});

test("tells apart why nothing answered", async () => {
  const tls = await listen(createTlsServer(selfSigned, withStatus));
  const silent = await serve(() => undefined);
  const broken = await serve((request) => request.socket.destroy());
  const { results } = await check([
    // Nothing listens there, and the system gives that port to nobody.
    "http://127.0.0.1:2/",
    "http://nowhere.test/",
    `https://127.0.0.1:${tls}/`,
    `http://127.0.0.1:${broken.port}/`,
  ]);
  expect(results).toEqual([
    [null, "refused"],
    [null, "unknown_host"],
    [null, "certificate"],
    [null, "no_answer"],
  ]);
  // Not injected: Nothing responds, so the deadline always passes.
  const late = await check([`http://127.0.0.1:${silent.port}/`], {}, { ms: 300 });
  expect(late.results).toEqual([[null, "no_answer"]]);
  // Not asked again; on a busy machine the deadline may pass before it was asked at all.
  expect(silent.arrived).not.toContain("GET /");
});

test("waits a second between two requests to one host, and not between two hosts", async () => {
  leadsTo = { "a.test": [["127.0.0.1"]], "b.test": [["127.0.0.1"]] };
  const { port } = await serve(withStatus);
  const { waits } = await check([
    `http://a.test:${port}/200`,
    `http://b.test:${port}/200`,
    `http://a.test:${port}/200`,
    `http://b.test:${port}/404`,
  ]);
  // The third link, and GET after HEAD of the fourth; b.test's second was used up by the wait before.
  expect(waits).toEqual([1000, 1000]);
});

test("one address that can't be asked at all keeps no other from being checked", async () => {
  const said = vi.spyOn(console, "error").mockReturnValue();
  const { port } = await serve(withStatus);
  const { results } = await check(
    [`http://127.0.0.1:${port}/200`, `http://127.0.0.1:${port}/200`],
    {
      check: vi.fn().mockImplementationOnce(() => {
        throw new RangeError("secret");
      }),
    },
  );
  expect(results).toEqual([
    [null, "not_tried"],
    [200, null],
  ]);
  expect(said).toHaveBeenCalledWith("a link couldn't be checked: RangeError");
});
