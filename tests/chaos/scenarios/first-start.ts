import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { countLeftovers, countProcesses } from "../leftovers.ts";
import { databaseProcesses, signal } from "../processes.ts";
import type { Count } from "../promises.ts";
import { seeded } from "../random.ts";
import type { Scenario } from "../scenario.ts";
import { newServer, type Server } from "../server.ts";

/** Describes what a first start creates, one item per line. */
async function made(server: Server): Promise<string> {
  const sql = await server.sql();
  try {
    const tables = await sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'private', 'supabase_migrations') order by 1`;
    const counts = await Promise.all(
      tables.map(async ({ name }) => {
        const [row] = await sql.unsafe(`select count(*)::int as rows from ${name}`);
        return `${name} ${row?.rows}`;
      }),
    );
    return counts.filter((line) => !/\.(sessions|presence|.*_runs) /.test(line)).join("\n");
  } finally {
    await sql.end();
  }
}

/** Kills the server while it creates, migrates and seeds the database; the next start completes that. */
export const firstStart: Scenario = async ({ seed, rounds = 15 }) => {
  const random = seeded(seed);
  const whole = await newServer();
  await whole.start();
  const takes = whole.readyIn();
  const expected = await made(whole);
  await whole.stop();
  await whole.remove();

  const different: string[] = [];
  const left: Count[] = [];
  const temporary: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await newServer();
    server.launch();
    await pause(random.below(takes));
    await server.kill();
    // Every other round, the database's processes are killed too.
    if (round % 2) for (const pid of databaseProcesses(server.cluster)) signal(pid, "SIGKILL");
    await server.start();
    const found = (await made(server)).split("\n");
    const wrong = found.filter((line) => !expected.split("\n").includes(line));
    if (wrong.length > 0 || found.length !== expected.split("\n").length)
      different.push(`round ${round}: ${wrong.slice(0, 3).join(", ")}`);
    const sql = await server.sql();
    left.push(...(await countLeftovers(server, sql)));
    await sql.end();
    temporary.push(...(await readdir(join(server.folder, "tmp"))));
    await server.stop();
    left.push(countProcesses(server));
    await server.remove();
  }
  const broken = left.flatMap(({ examples }) => examples);
  return {
    done: `${rounds} first starts (initdb, migrations, seed; ${takes} ms undisturbed) with SIGKILL at a random instant, each followed by a start.`,
    counts: [
      {
        promise: "databases that differ from an undisturbed one",
        of: rounds,
        broken: different.length,
        examples: different.slice(0, 3),
      },
      { promise: "leftovers", of: rounds, broken: broken.length, examples: broken.slice(0, 3) },
    ],
    notes: [],
  };
};
