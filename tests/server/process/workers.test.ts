import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { createServer } from "node:net";
import { createClient } from "@supabase/supabase-js";
import { afterEach, expect, inject, test, vi } from "vitest";
import { people } from "#tests/support/people.ts";
import { type Site, startSite } from "#tests/support/site.ts";

let site: Site;
afterEach(() => site.stop());

const start = async (settings: Record<string, string> = {}) => {
  site = await startSite(inject("clusterUrl"), { WORKERS: "2", ...settings });
};

/** The process IDs of the workers. */
const workers = () =>
  spawnSync("ps", ["-o", "pid=", "--ppid", String(site.pid)], { encoding: "utf8" })
    .stdout.split("\n")
    .filter(Boolean)
    .map(Number);

/** Requests on a new connection, which the workers accept in turn. @returns the status */
function ask(path: string, { method = "GET", headers = {}, body = "" } = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: false });
    request(site.url + path, { agent, method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end(body);
  });
}

async function pageKey() {
  const page = await (await fetch(`${site.url}/admin/login`)).text();
  return /sb_publishable_[\w-]+/.exec(page)?.[0] ?? "";
}

test("workers count an address's attempts together, and forget them together", async () => {
  await start({ RATE_LIMITS: "on" });
  const headers = { apikey: await pageKey(), "content-type": "application/json" };
  const signIn = (password: string) =>
    ask("/auth/v1/token?grant_type=password", {
      method: "POST",
      headers,
      body: JSON.stringify({ email: people.admin.email, password }),
    });
  const wrong = async (times: number) => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < times; attempt++) statuses.push(await signIn("not it, sorry"));
    return statuses;
  };
  expect(await wrong(9)).toEqual(Array(9).fill(400));
  expect(await signIn(people.admin.password)).toBe(200);
  // The other worker may be notified a moment later, and refuses until then.
  let compared = 0;
  await vi.waitUntil(
    async () => {
      if ((await signIn("not it, sorry")) === 400) compared++;
      return compared === 10;
    },
    { timeout: 30_000 },
  );
  expect(await wrong(3)).toEqual(Array(3).fill(429));
});

/** A port that is free like the one after it, below those that the system gives out. */
async function freePair(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const servers = [port, port + 1].map((one) => createServer().listen(one, "127.0.0.1"));
    const listening = await Promise.allSettled(servers.map((server) => once(server, "listening")));
    for (const server of servers) server.close();
    if (listening.every(({ status }) => status === "fulfilled")) return port;
  }
}

test("each worker has its own metrics, on ports that follow each other", async () => {
  const port = await freePair();
  await start({ METRICS_PORT: String(port) });
  for (const one of [port, port + 1]) {
    expect(site.printed()).toContain(`Metrics at http://127.0.0.1:${one}/metrics`);
    expect((await fetch(`http://127.0.0.1:${one}/metrics`)).status).toBe(200);
  }
});

test("replaces a worker that was killed, and shows each worker's errors on every one", async () => {
  await start();
  const key = await pageKey();
  const client = createClient(site.url, key, { auth: { persistSession: false } });
  const { data } = await client.auth.signInWithPassword(people.admin);
  const headers = { apikey: key, authorization: `Bearer ${data.session?.access_token}` };
  /** What the System screen of each worker lists. */
  const errors = async () => {
    const lists: string[][] = [];
    for (let asked = 0; asked < 4; asked++) {
      const response = await fetch(`${site.url}/functions/v1/admin-system`, {
        headers: { ...headers, connection: "close" },
      });
      const { server } = await response.json();
      lists.push(server.errors.map(({ what }: { what: string }) => what));
    }
    return lists;
  };
  const before = workers();
  expect(before).toHaveLength(2);
  process.kill(before[0] as number, "SIGKILL");
  await expect.poll(workers).not.toContain(before[0]);
  await expect.poll(workers).toHaveLength(2);
  expect(await ask("/")).toBe(200);
  // The new worker doesn't know what happened before it: so this is an answer of each.
  const ended = expect.stringMatching(/^a worker ended/);
  await expect.poll(errors).toEqual(expect.arrayContaining([[], [ended]]));

  // Only the worker that answers logs this, unlike the failure of a job, which every worker has.
  await site.sql`create or replace function public.my_digest() returns boolean language plpgsql
    as 'begin raise exception using errcode = ''internal_error''; end'`;
  const call = { method: "POST", headers: { ...headers, "content-type": "application/json" } };
  expect(await ask("/rest/v1/rpc/my_digest", { ...call, body: "{}" })).toBe(500);
  await expect.poll(errors).toEqual(expect.arrayContaining([["failed"], ["failed", ended]]));
});

test("SIGUSR2 replaces every worker, and the site stays ready", async () => {
  await start();
  const before = workers();
  let replaced = false;
  const asking = (async () => {
    const statuses = new Set<number>();
    while (!replaced) {
      statuses.add(await ask("/"));
      statuses.add(await ask("/readyz"));
    }
    return [...statuses];
  })();
  process.kill(site.pid, "SIGUSR2");
  await expect.poll(() => workers().filter((pid) => before.includes(pid))).toEqual([]);
  await expect.poll(workers).toHaveLength(2);
  replaced = true;
  expect(await asking).toEqual([200]);
  expect(await site.end()).toBe(0);
});
