import { Agent, createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { type Site, startSite } from "#tests/support/site.ts";

/** A load balancer's polling interval. */
const ASKS_MS = 100;

/** Log lines of a process on a busy machine whose database or disk is slow. It still serves. */
const SLOW = /"path":"\/readyz"|"status":504|files can't be stored: .+ in time/;

interface Target {
  url: string;
  ready: boolean;
}

/** A load balancer: sends requests in turn to processes that report ready, over keep-alive connections. */
async function roundRobin() {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const targets: Target[] = [];
  const failures: string[] = [];
  let turn = 0;
  const server: Server = createServer((req, res) => {
    const ready = targets.filter((target) => target.ready);
    const target = ready[turn++ % ready.length];
    if (!target) {
      failures.push("nobody is ready");
      return res.writeHead(502).end();
    }
    const { hostname, port } = new URL(target.url);
    const { method, url: path, headers } = req;
    const passed = request({ agent, hostname, port, method, path, headers }, (answer) => {
      res.writeHead(answer.statusCode as number, answer.headers);
      answer.pipe(res);
    });
    passed.on("error", (error) => {
      failures.push(`${method} ${path}: ${error.message}`);
      res.writeHead(502).end();
    });
    return req.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  let open = true;
  /** @returns the target's readiness response */
  async function look(target: Target): Promise<string> {
    const said = await fetch(`${target.url}/readyz`).then(
      async (answer) => `${answer.status} ${await answer.text()}`,
      () => "It is not there.",
    );
    if (said.startsWith("200")) target.ready = true;
    // Otherwise its database is slow, as on a busy machine, and it still serves.
    else if (!said.includes("not ready")) target.ready = false;
    return said;
  }
  async function askAll() {
    while (open) {
      for (const target of targets) await look(target);
      // Not injected: A load balancer polls at a fixed interval, whatever the processes do.
      await delay(ASKS_MS);
    }
  }
  const asking = askAll();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    add: async (url: string) => {
      const target = { url, ready: false };
      targets.push(target);
      await vi.waitUntil(() => target.ready);
      return target;
    },
    /** Polls a target until it reports not ready. @returns that response */
    async untilUnready(target: Target): Promise<string> {
      for (;;) {
        const said = await look(target);
        if (!target.ready) return said;
      }
    },
    async close() {
      open = false;
      await asking;
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

let proxy: Awaited<ReturnType<typeof roundRobin>>;
const sites: Site[] = [];
let databaseUrl: string | undefined;

/** Starts another process on the same database and data folder. */
async function start() {
  const [first] = sites;
  const settings = first && { DATA_DIR: first.dataDir };
  const site = await startSite(inject("clusterUrl"), settings, async (own) => {
    databaseUrl ??= own;
    return databaseUrl;
  });
  sites.push(site);
  return site;
}

beforeAll(async () => {
  proxy = await roundRobin();
});
afterAll(async () => {
  await proxy.close();
  for (const site of sites.reverse()) await site.stop();
});

test("replaces two processes one by one under load, without a failed request", async () => {
  const first = await start();
  let old = await proxy.add(first.url);
  const key = /sb_publishable_[\w-]+/.exec(
    await (await fetch(`${first.url}/admin/login`)).text(),
  )?.[0] as string;
  let loading = true;
  const statuses = new Map<string, number>();
  const count = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1);
  async function visitor(path: string) {
    while (loading) {
      const answer = await fetch(`${proxy.url}${path}`);
      await answer.text();
      count(`${path} ${answer.status}`);
    }
  }
  async function sender(who: number) {
    for (let sent = 0; loading; sent++) {
      const answer = await fetch(`${proxy.url}/rest/v1/contact_submissions`, {
        method: "POST",
        headers: { apikey: key, "content-type": "application/json" },
        body: JSON.stringify({
          name: "Ana",
          email: `ana-${who}-${sent}@example.com`,
          monthly_volume: "0-50",
          platforms: ["Etsy"],
        }),
      });
      const said = await answer.text();
      count(`lead ${answer.status}${answer.ok ? "" : ` ${said}`}`);
      // Not injected: The pause between two messages of a visitor, short enough for a steady load.
      await delay(20);
    }
  }
  const paths = ["/", "/services", "/pricing", "/?made=again"];
  const load = [...paths.map(visitor), ...[1, 2].map(sender)];
  try {
    for (let replaced = 0; replaced < 2; replaced++) {
      const ending = sites.at(-1) as Site;
      const next = await proxy.add((await start()).url);
      const ended = ending.end();
      expect(await proxy.untilUnready(old)).toContain("503 This process is shutting down.");
      expect(await ended).toBe(0);
      old = next;
      const errors = ending.printed().match(/.*"level":"error".*/g) ?? [];
      expect(errors.filter((line) => !SLOW.test(line))).toEqual([]);
    }
  } finally {
    loading = false;
    await Promise.all(load);
  }
  expect(proxy.failures).toEqual([]);
  // A visitor's statement has one second; on a busy machine a message may take longer.
  const odd = [...statuses.keys()].filter((what) => !/ (200|201)$|^lead 504 /.test(what));
  expect(odd).toEqual([]);
  expect([...statuses.keys()]).toEqual(
    expect.arrayContaining([...paths.map((path) => `${path} 200`), "lead 201"]),
  );
  const [stored] = await first.sql`select count(*)::integer as leads from contact_submissions
    where email like 'ana-%'`;
  expect(stored?.leads).toBe(statuses.get("lead 201"));
});
