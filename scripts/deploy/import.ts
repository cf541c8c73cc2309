import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { importTime } from "../../bench/budgets.ts";
import { connect } from "../../server/backend/postgres/connection.ts";
import { createTestDatabase, startTestCluster } from "../../tests/support/cluster.ts";
import { end, endAll, leadsFile, startOurs, until } from "../tools/server.ts";
import { step } from "../tools/steps.ts";
import { runCli, startCli } from "./cli.ts";

const LEADS = 10_000;

/** Imports 10,000 leads on a running site: killed midway and repeated, then uninterrupted. */
export async function importCutOff(folder: string): Promise<void> {
  const cluster = await startTestCluster({ durable: true });
  const settings = {
    DATABASE_URL: await createTestDatabase(cluster.url),
    DATA_DIR: join(folder, "import"),
  };
  const { child } = await startOurs(folder, "import", { settings });
  const sql = connect(settings.DATABASE_URL, 1);
  const file = join(folder, "leads.csv");
  await writeFile(file, leadsFile(LEADS));
  const count = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int from public.contact_submissions where email like 'seller%'`;
    return row?.count ?? 0;
  };
  try {
    await step(
      "an import that was killed on its way and repeated stores each lead once",
      async () => {
        const cut = startCli(["import", file], settings);
        const before = await until(
          async () => (await count()) || false,
          () => (cut.child.exitCode === null ? undefined : "it ended before it was killed"),
        );
        await end(cut.child, "SIGKILL");
        const stored = await count();
        if (stored >= LEADS) throw new Error("it was done before it was killed");
        await runCli(["import", file], settings);
        if ((await count()) !== LEADS) throw new Error(`${await count()} leads are stored`);
        return `killed after ${Math.max(before, stored)} of ${LEADS}`;
      },
    );
    await step(`an import of ${LEADS} leads keeps its bound`, async () => {
      await sql`delete from public.contact_submissions where email like 'seller%'`;
      const started = performance.now();
      await runCli(["import", file], settings);
      const took = Math.round(performance.now() - started);
      if ((await count()) !== LEADS) throw new Error(`${await count()} leads are stored`);
      if (took > importTime) throw new Error(`${took} ms, at most ${importTime}`);
      return `${took} ms of ${importTime}`;
    });
  } finally {
    await sql.end();
    await endAll([child]);
    await cluster.stop();
  }
}
