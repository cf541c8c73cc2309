/**
 * Compares the two PostgreSQL drivers (decision 0059): what happens to transactions whose connections are
 * killed, and how fast each runs transactions and reads rows. Only ratios are comparable across machines.
 *
 * Run: npm run bench:drivers
 */
import pg from "pg";
import { connect, connectionOptions } from "#server/backend/postgres/connection.ts";
import { createTestDatabase, startTestCluster } from "#tests/support/cluster.ts";
import { report } from "./tools/report.ts";
import { median } from "./tools/timing.ts";

const CONNECTIONS = 4;
const KILLS = 40;
const TRANSACTIONS = 40;
const HANGS_MS = 10_000;

interface Driver {
  /** sets a transaction-local name, and returns the name that the second statement reads back */
  named(name: string): Promise<string>;
  rows(count: number): Promise<unknown[]>;
  end(): Promise<unknown>;
}

const NAME = "select set_config('bench.name', $1, true)";
const READ = "select current_setting('bench.name', true) as name";
const ROWS =
  "select i, md5(i::text) as text, now() as at from generate_series(1, $1::integer) as series(i)";

function postgresJs(url: string): Driver {
  const sql = connect(url, CONNECTIONS);
  return {
    named: (name) =>
      sql.begin(async (tx) => {
        await tx.unsafe(NAME, [name]);
        const [row] = await tx.unsafe(READ);
        return row?.name;
      }),
    rows: (count) => sql.unsafe(ROWS, [count]),
    end: () => sql.end({ timeout: 0 }),
  };
}

function nodePostgres(url: string): Driver {
  const { host, port, database, password, username } = connectionOptions(url);
  const pool = new pg.Pool({ host, port, database, password, user: username, max: CONNECTIONS });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    async named(name) {
      const client = await pool.connect();
      let failed: Error | undefined;
      try {
        await client.query("begin");
        await client.query(NAME, [name]);
        const { rows } = await client.query(READ);
        await client.query("commit");
        return rows[0]?.name;
      } catch (error) {
        failed = error as Error;
        throw error;
      } finally {
        client.release(failed);
      }
    },
    rows: async (count) => (await pool.query(ROWS, [count])).rows,
    end: () => pool.end(),
  };
}

let uncaught = 0;
let killing = false;
process.on("uncaughtException", (error) => {
  if (!killing) throw error;
  uncaught += 1;
});

const cluster = await startTestCluster();
const url = await createTestDatabase(cluster.url);
const killer = connect(cluster.url, 1);
const drivers = { "postgres.js": postgresJs(url), pg: nodePostgres(url) };

async function kill({ named }: Driver) {
  uncaught = 0;
  killing = true;
  const counts = { misplaced: 0, hung: 0 };
  for (let round = 0; round < KILLS; round += 1) {
    const all = Array.from({ length: TRANSACTIONS }, async (_, index) => {
      const name = `${round}-${index}`;
      const hangs = Promise.withResolvers<"hung">();
      const timer = setTimeout(hangs.resolve, HANGS_MS, "hung" as const);
      const found = await Promise.race([named(name).catch(() => name), hangs.promise]);
      clearTimeout(timer);
      if (found === "hung") counts.hung += 1;
      else if (found !== name) counts.misplaced += 1;
    });
    await killer`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${new URL(url).pathname.slice(1)}`;
    await Promise.all(all);
  }
  killing = false;
  return { ...counts, uncaught };
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

const speed: Record<string, { transactions: number[]; rows: number[] }> = {};
for (let round = 0; round < 5; round += 1)
  for (const [name, driver] of Object.entries(drivers)) {
    speed[name] ??= { transactions: [], rows: [] };
    const many = () => Promise.all(Array.from({ length: 2_000 }, () => driver.named("x")));
    speed[name].transactions.push(await seconds(many));
    speed[name].rows.push(await seconds(() => driver.rows(100_000)));
  }
const killed = { "postgres.js": await kill(drivers["postgres.js"]), pg: await kill(drivers.pg) };

const ratioOf = (what: "transactions" | "rows") =>
  median(speed["postgres.js"]?.[what] ?? []) / median(speed.pg?.[what] ?? []);
report([
  { what: "2,000 transactions: postgres.js's time of pg's", measured: ratioOf("transactions") },
  { what: "100,000 rows: postgres.js's time of pg's", measured: ratioOf("rows") },
  ...Object.entries(killed).flatMap(([name, { misplaced, hung, uncaught }]) => [
    { what: `${name}, ${KILLS} kills: errors that nothing could catch`, measured: uncaught },
    { what: `${name}: transactions that never ended`, measured: hung },
    { what: `${name}: statements in another's transaction`, measured: misplaced },
  ]),
]);
await killer.end();
await Promise.allSettled([drivers.pg.end(), drivers["postgres.js"].end()]);
await cluster.stop();
process.exit();
