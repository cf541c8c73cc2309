import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseUser, startAs } from "#server/backend/postgres/user.ts";
import { freePort } from "../tools/server.ts";

const DEBIAN = "/usr/lib/postgresql";
/** What projects run on, the newest first. */
const MAJORS = ["17", "15"];

/** Of a project's extensions, those that what is pushed there meets. */
const EXTENSIONS = ["plpgsql_check", "pg_cron"];

export interface Programs {
  major: string;
  bin: string;
  /** loaded when it starts */
  preload: string;
}

/** Debian's, with what the CLI's linter needs and with the clock. @throws a sentence when there is none */
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
 * Starts a throw-away cluster whose only superuser is supabase_admin, on a port of its own.
 * @returns the address of the database `postgres` for each role; none has a password
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
