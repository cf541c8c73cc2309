/**
 * `npm run test:majors`: rehearses a PostgreSQL major version upgrade with the real packages. It creates a
 * site with the earlier version from the npm registry, then starts it with this program and kills it
 * repeatedly at different moments. In the end every row must be there.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connect } from "../../server/backend/postgres/connection.ts";
import { downloadOldPostgres } from "../../server/backend/postgres/old-postgres.ts";
import { startPostgres } from "../../server/backend/postgres/server.ts";
import { withEmbedded } from "../../server/backend/self-hosted/embedded.ts";
import { prepareDatabase } from "../../server/backend/self-hosted/prepare.ts";
import {
  clusterFolders,
  majorOfData,
} from "../../server/backend/self-hosted/upgrade/cluster-folders.ts";
import { readEnv } from "../../server/runtime/env.ts";
import { createLog } from "../../server/runtime/log.ts";
import { end, freePort, launchOurs, untilServed } from "../tools/server.ts";
import { must, step, summary } from "../tools/steps.ts";

const EARLIER = 17;
const ROUNDS = Number(process.env.ROUNDS ?? 12);
/** A full start with the upgrade takes a little longer than this. */
const SPREAD_MS = Number(process.env.SPREAD_MS ?? 9_000);
const LEADS = 500;

const check = (what: string, holds: boolean) => step(what, () => must(holds, "it is not so"));

const dataDir = await mkdtemp(join(tmpdir(), "ld-majors-"));
const { live, before } = clusterFolders(dataDir);
const env = readEnv({
  DATA_DIR: dataDir,
  ADMIN_EMAIL: "a@b.test",
  ADMIN_PASSWORD: "correct horse",
});
const silent = createLog("silent");

async function makeSite() {
  const password = randomBytes(12).toString("hex");
  await writeFile(join(dataDir, "database-password"), password, { mode: 0o600 });
  const binaries = await downloadOldPostgres(EARLIER, dataDir);
  const options = { password, maxConnections: 32, durable: true, binaries };
  const server = await startPostgres({ folder: live, ...options });
  await prepareDatabase(server.url, env, silent);
  const sql = connect(server.url, 1);
  await sql`insert into contact_submissions (name, email, monthly_volume, platforms)
    select 'Ana', 'ana-' || n || '@example.com', '0-50', array['Etsy'] from generate_series(1, ${LEADS}) n`;
  await sql.end();
  await server.stop();
}

const port = await freePort();
const start = () => launchOurs(dataDir, port, { settings: { LOG_LEVEL: "error" } });

const leads = () =>
  withEmbedded(env, silent, async (url) => {
    const sql = connect(url, 1);
    const [row] = await sql`select count(*)::integer as leads,
      current_setting('server_version_num')::integer / 10000 as major from contact_submissions`;
    await sql.end();
    return row;
  });

try {
  await makeSite();
  await check(`a site of PostgreSQL ${EARLIER} is there`, majorOfData(live) === EARLIER);
  for (let round = 0; round < ROUNDS && majorOfData(live) !== 18; round++) {
    const child = start();
    const ms = Math.round(((round + 1) * SPREAD_MS) / ROUNDS);
    await Promise.race([delay(ms), once(child, "exit")]);
    await end(child, "SIGKILL");
    const whole = [live, before].some((folder) => majorOfData(folder) !== undefined);
    await check(
      `killed after ${ms} ms: data are there (live ${majorOfData(live) ?? "none"})`,
      whole,
    );
  }
  const last = start();
  await step("the next start serves", () =>
    untilServed(`http://localhost:${port}/readyz`, last, "the server"),
  );
  await end(last);
  await check("and ends in order", last.exitCode === 0);
  const found = await leads();
  await check(`every row is there, in PostgreSQL ${found?.major}`, found?.leads === LEADS);
  await check("in another PostgreSQL", found?.major === 18);
  const left = (await readdir(dataDir)).filter((name) =>
    /next|before|program|unfinished-major/.test(name),
  );
  await check(
    `nothing is left over${left.length > 0 ? `: ${left.join(", ")}` : ""}`,
    left.length === 0,
  );
} finally {
  process.exitCode = summary();
  if (process.exitCode === 0) await rm(dataDir, { recursive: true, force: true });
  else console.log(`The data folder is kept: ${dataDir}`);
}
