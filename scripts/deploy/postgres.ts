import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../tools/server.ts";

const DEBIAN = "/usr/lib/postgresql";
export const PASSWORD = "only-for-this-test";

const asPostgres = (file: string, args: string[]) =>
  execFileSync(
    "setpriv",
    ["--reuid=postgres", "--regid=postgres", "--clear-groups", file, ...args],
    {
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
      cwd: "/",
    },
  );

/** A cluster like the one Debian's packages create, with the database of deploy/postgres.sql. */
export async function startPostgres(home: string) {
  const major = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))[0];
  const program = (name: string) => join(DEBIAN, String(major), "bin", name);
  const port = await freePort();
  const cluster = join(home, "cluster");
  await mkdir(home);
  await chmod(home, 0o777);
  const access = ["--auth-local=peer", "--auth-host=scram-sha-256"];
  asPostgres(program("initdb"), ["-D", cluster, ...access]);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${home}`;
  const log = ["-l", join(home, "log")];
  asPostgres(program("pg_ctl"), ["start", "-w", "-D", cluster, "-o", options, ...log]);
  const stop = () => void asPostgres(program("pg_ctl"), ["stop", "-m", "fast", "-D", cluster]);
  const postgres = { home, port, stop };
  await prepare(postgres, "postgres", "postgres", "loading_dock");
  return postgres;
}

type Postgres = Omit<Awaited<ReturnType<typeof startPostgres>>, "stop">;

/** Runs a SQL file from deploy as in docs/deploy.md, for a site `name`, and sets its role's password. */
export async function prepare(
  { home, port }: Postgres,
  file: "postgres" | "pgbouncer",
  database: string,
  name = "pgbouncer",
) {
  const shipped = await readFile(`deploy/${file}.sql`, "utf8");
  const named = file === "postgres" ? shipped.replaceAll("loading_dock", name) : shipped;
  const copy = join(home, `${name}.sql`);
  // Operators set the password with \password, which needs a terminal.
  await writeFile(copy, `${named}\nalter role ${name} password '${PASSWORD}';`);
  const to = ["-h", home, "-p", `${port}`, "-d", database];
  asPostgres("psql", ["-q", "-v", "ON_ERROR_STOP=1", ...to, "-f", copy]);
}
