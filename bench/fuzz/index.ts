/**
 * Fuzzes the backend: sends 20,000 requests, mutated from the gateway's own tables (operations, tables,
 * functions). The seed is printed so that a run can be repeated. Reports responses by status, what failed or
 * hung, and memory before and after each quarter: the process's RSS, and its heap after a garbage collection.
 * A leak shows as heap growth in every quarter; RSS also includes memory the allocator retains. Fails on any
 * 5xx or hang. A 503 with Retry-After is retried once, as a client would; it fails if that fails.
 *
 * Some requests repeat a part up to thousands of times, and some leave the response unread for three seconds.
 *
 * Run: npm run bench:fuzz [requests] [seed]
 */
import { readFileSync } from "node:fs";
import { Agent, request as ask } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { queryOn } from "#server/backend/postgres/pool.ts";
import { readCatalog } from "#server/backend/rest/catalog.ts";
import { people } from "#tests/support/people.ts";
import { keyOf, signedIn } from "../../scripts/tools/server.ts";
import { report } from "../tools/report.ts";
import { openTestSite } from "../tools/test-site.ts";
import { createChance, createRequests, type Sent } from "./requests.ts";

const [requests = 20_000, seed = 20_261_121] = process.argv.slice(2).map(Number);
const AT_ONCE = 16;
const HUNG_MS = 30_000;
const QUARTERS = 4;

await using site = await openTestSite({
  LOG_LEVEL: "error",
  NODE_OPTIONS: "--inspect=127.0.0.1:0",
});
const publishable = await keyOf(site.url);
const { data } = await (await signedIn(site.url, people.admin)).auth.getSession();
const tokens = [undefined, data.session?.access_token, "x.y.z", publishable];

const pool = new pg.Pool({ ...clientOf(site.sql.options), max: 1 });
const catalog = await readCatalog(queryOn(pool));
await pool.end();
const chance = createChance(seed);
const next = createRequests(chance, catalog);

function clientOf({ host, port, database, user, pass }: typeof site.sql.options) {
  return { host: host[0], port: port[0], database, user, password: String(pass) };
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const { hostname, port } = new URL(site.url);

type Status = number | "hung" | "cut";
interface Answer {
  status: Status;
  /** Retry-After in seconds, if present */
  retryAfter?: number;
  text: string;
}

/** How long a response is left unread, to act like a client that stopped reading. */
const UNREAD_MS = 3_000;

function send({ method, target, body, headers, unread }: Sent, token: string | undefined) {
  return new Promise<Answer>((resolve) => {
    const sent = ask({
      agent,
      hostname,
      port,
      method,
      path: target,
      headers: {
        apikey: publishable,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      timeout: HUNG_MS,
    });
    sent.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      if (unread) {
        response.pause();
        setTimeout(() => response.resume(), UNREAD_MS);
      }
      response.on("error", ({ message }) => resolve({ status: "cut", text: message }));
      response.on("data", (chunk) => {
        if (text.length < 300) text += chunk;
      });
      const retryAfter = Number(response.headers["retry-after"] ?? Number.NaN);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, retryAfter, text }));
    });
    sent.on("timeout", () => sent.destroy(new Error("hung")));
    sent.on("error", ({ message }) =>
      resolve({ status: message === "hung" ? "hung" : "cut", text: message }),
    );
    sent.end(body);
  });
}

function processMb(): number {
  const status = readFileSync(`/proc/${site.pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** MB of live objects in the server's heap, read from its inspector after a collection. */
async function heapMb(): Promise<number> {
  const inspector = new WebSocket(/ws:\/\/\S+/.exec(site.printed())?.[0] ?? "");
  await new Promise((resolve, reject) => {
    inspector.onopen = resolve;
    inspector.onerror = () => reject(new Error("the server's inspector does not answer"));
  });
  const call = (method: string) =>
    new Promise<{ usedSize: number }>((resolve) => {
      inspector.onmessage = ({ data }) => resolve(JSON.parse(data).result);
      inspector.send(JSON.stringify({ id: 1, method }));
    });
  await call("HeapProfiler.collectGarbage");
  const { usedSize } = await call("Runtime.getHeapUsage");
  inspector.close();
  return Math.round(usedSize / 1024 / 1024);
}

console.log(`${requests} requests, seed ${seed}`);
const memory = { process: [processMb()], heap: [await heapMb()] };
const counts = new Map<string, number>();
const failures: string[] = [];
const count = (what: Status | "busy") =>
  counts.set(String(what), (counts.get(String(what)) ?? 0) + 1);

async function fuzzOnce() {
  const made = next();
  const token = chance.pick(tokens);
  let { status, retryAfter = Number.NaN, text: said } = await send(made, token);
  if (status === 503 && retryAfter <= 10) {
    count("busy");
    await delay(retryAfter * 1000);
    ({ status, text: said } = await send(made, token));
  }
  count(status);
  if (status === "hung" || (typeof status === "number" && status >= 500))
    failures.push(
      `${status} ${made.method} ${made.target.slice(0, 200)} ${made.body?.slice(0, 200) ?? ""}: ${said}`,
    );
}

for (let quarter = 1; quarter <= QUARTERS; quarter += 1) {
  let left = Math.ceil(requests / QUARTERS);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await fuzzOnce();
    }),
  );
  await delay(2_000);
  memory.process.push(processMb());
  memory.heap.push(await heapMb());
}
for (const [status, times] of [...counts].toSorted()) console.log(`${status}: ${times}`);
console.log(`process ${memory.process.join(" -> ")} MB, heap ${memory.heap.join(" -> ")} MB`);
for (const failure of failures.slice(0, 20)) console.log(failure);
const { status } = await fetch(`${site.url}/readyz`);
agent.destroy();
report([
  {
    what: `odd requests that failed or hung, of ${requests}`,
    measured: failures.length,
    atMost: 0,
  },
  { what: "/readyz afterwards", measured: status, atMost: 200 },
]);
