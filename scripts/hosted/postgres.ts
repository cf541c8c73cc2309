import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseUser, startAs } from "#server/backend/postgres/user.ts";
import { freePort } from "../tools/server.ts";

const DEBIAN = "/usr/lib/postgresql";
/** PostgreSQL versions that projects run on, newest first. */
const MAJORS = ["17", "15"];

/** The extensions of a project that our migrations use. */
const EXTENSIONS = ["plpgsql_check", "pg_cron"];

export interface Programs {
  major: string;
  bin: string;
  /** libraries loaded at startup */
  preload: string;
}

/** Debian's PostgreSQL, with the CLI linter's extension and pg_cron. @throws a sentence when it is missing */
export function debianPostgres(): Programs {
  const has = (major: string) =>
    [
      join(DEBIAN, major, "bin/initdb"),
      ...EXTENSIONS.map((name) => `/usr/share/postgresql/${major}/extension/${name}.control`),
    ].every(existsSync);
  const major = MAJORS.find(has);
  if (!major)
    throw new Error(
      "There is no PostgreSQL 15 or 17 with plpgsql_check and pg_cron here. On Debian: apt-get install postgresql-15 postgresql-15-plpgsql-check postgresql-15-cron",
    );
  return { major, bin: join(DEBIAN, major, "bin"), preload: "pg_cron" };
}

/**
 * Starts a temporary cluster, on a free port, whose only superuser is supabase_admin.
 * @returns a function from a role to its URL of the database `postgres`; no role has a password
 */
export async function startProjectPostgres({ bin, preload }: Programs) {
  const home = mkdtempSync(join(tmpdir(), "ld-hosted-"));
  const folder = join(home, "pg");
  mkdirSync(folder);
  const as = databaseUser([join(bin, "postgres"), folder]);
  if (as.uid !== undefined && as.gid !== undefined) {
    chownSync(home, as.uid, as.gid);
    chownSync(folder, as.uid, as.gid);
  }
  const run = (name: string, ...args: string[]) => {
    const { file, args: all, user } = startAs(as, join(bin, name), args);
    execFileSync(file, all, { ...user, cwd: "/", stdio: ["ignore", "ignore", "inherit"] });
  };
  const port = await freePort();
  run(
    "initdb",
    "-D",
    folder,
    "-U",
    "supabase_admin",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
  );
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off -c shared_preload_libraries=${preload}`;
  run("pg_ctl", "-D", folder, "-w", "-l", join(folder, "log"), "-o", settings, "start");
  return {
    url: (role: string, database = "postgres") =>
      `postgresql://${role}:none@127.0.0.1:${port}/${database}`,
    stop() {
      run("pg_ctl", "-D", folder, "-w", "-m", "immediate", "stop");
      rmSync(home, { recursive: true, force: true });
    },
  };
}
