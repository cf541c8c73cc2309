import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "../../server/backend/postgres/connection.ts";
import { endAll, freePort, startOurs } from "../tools/server.ts";
import { must, step } from "../tools/steps.ts";
import { PASSWORD, prepare, startPostgres } from "./postgres.ts";

/** Starts sites on Debian's PostgreSQL through Debian's PgBouncer, with the files in deploy. */
export async function throughPgBouncer(folder: string): Promise<void> {
  const postgres = await startPostgres(join(folder, "pgbouncer"));
  await prepare(postgres, "pgbouncer", "loading_dock");
  const running: ChildProcess[] = [];
  /** Starts PgBouncer with the shipped file, using the test's own ports and paths. */
  const pooler = async (name: string, change: (shipped: string) => string = (same) => same) => {
    const { child, port } = await startPgBouncer(folder, name, postgres.port, change);
    running.push(child);
    return `postgresql://loading_dock:${PASSWORD}@127.0.0.1:${port}/loading_dock`;
  };
  try {
    const session = await pooler("session");
    await step(
      "a site prepared by deploy/postgres.sql starts through PgBouncer, receives changes, is backed up and takes new keys",
      () => serve(folder, session, running),
    );
    const refused = (what: string, url: string, sentence: RegExp) =>
      step(what, () => {
        const said = startToEnd(folder, url);
        must(sentence.test(said), said);
      });
    await refused(
      "PgBouncer that pools transactions is refused",
      await pooler("transaction", (ini) =>
        ini.replace("pool_mode = session", "pool_mode = transaction"),
      ),
      /^DATABASE_URL points to a pooler in transaction mode, .*\n$/,
    );
    await refused(
      "PgBouncer without ignore_startup_parameters is refused",
      await pooler("strict", (ini) => ini.replace(/^ignore_startup_parameters.*$/m, "")),
      /^DATABASE_URL leads to a pooler that refuses the startup parameter search_path\. .*\n$/,
    );
    await refused(
      "PgBouncer that does not know the user is refused",
      session.replace("loading_dock:", "nobody:"),
      /^DATABASE_URL cannot be used: the pooler refused the connection .*\n$/,
    );
    await refused(
      "a wrong password is refused",
      session.replace(PASSWORD, "another"),
      /^DATABASE_URL cannot be used: .*\n$/,
    );
    await refused(
      "PgBouncer that can't look up the site's roles is refused",
      await pooler("no-roles", (ini) => ini.replace("$1)", "$1) where name not like '%\\_server'")),
      /^Requests log in as role "loading_dock_server", and .*auth_query.*\n$/,
    );
  } finally {
    await endAll(running);
    postgres.stop();
  }
}

async function startPgBouncer(
  folder: string,
  name: string,
  database: number,
  change: (shipped: string) => string,
) {
  const home = join(folder, "pgbouncer");
  const port = await freePort();
  const users = join(home, "userlist.txt");
  await writeFile(users, `"pgbouncer" "${PASSWORD}"\n`);
  const shipped = await readFile("deploy/pgbouncer.ini", "utf8");
  const ini = change(shipped)
    .replace("port=5432", `port=${database}`)
    .replace("listen_port = 6432", `listen_port = ${port}`)
    .replace("/etc/pgbouncer/userlist.txt", users);
  const file = join(home, `${name}.ini`);
  await writeFile(file, `${ini}\nunix_socket_dir =\n`);
  const child = spawn("pgbouncer", ["-u", "postgres", file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.on("data", (text) => {
    log += text;
  });
  while (!log.includes("process up")) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { child, port };
}

async function serve(folder: string, databaseUrl: string, running: ChildProcess[]) {
  const settings = { DATABASE_URL: databaseUrl };
  const site = await startOurs(folder, "pooled", { settings });
  running.push(site.child);
  const ready = await (await fetch(`${site.url}/readyz`)).text();
  if (!/^changes: ok$/m.test(ready)) throw new Error(ready);
  const page = async () => (await fetch(site.url)).text();
  await page();
  const sql = connect(databaseUrl, 1);
  await sql`update public.site_settings set setting_value = 'Pooled Company'
    where setting_key = 'company_name'`;
  await sql.end();
  for (let tries = 0; !(await page()).includes("Pooled Company"); tries++) {
    if (tries > 100) throw new Error("a change did not arrive");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const env = { ...process.env, ...settings, DATA_DIR: join(folder, "pooled") };
  for (const words of [["backup"], ["check-history"], ["secrets", "rotate"]]) {
    const [program, ...more] = words;
    execFileSync(process.execPath, [`server/cli/${program}.ts`, ...more], { env, stdio: "pipe" });
  }
  // The key rotation changed the passwords, which new connections must use. Both share a folder for files.
  const second = await startOurs(folder, "pooled", { settings });
  running.push(second.child);
  if (!(await fetch(`${site.url}/readyz`)).ok) throw new Error("not ready after new keys");
}

function startToEnd(folder: string, databaseUrl: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, ["server/index.ts"], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, "refused"),
      PORT: "0",
    },
    encoding: "utf8",
    timeout: 60_000,
  });
  return (stdout + stderr).replace(/^\{.*\n/gm, "");
}
