// `npm run types:write`: writes the database types from a freshly migrated database. We use our own
// small generator: the Supabase CLI's needs Docker, and @supabase/postgres-meta is a web server
// with 60 packages. Both type columns with a fixed set of values as `string`.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Sql } from "#server/backend/postgres/connection.ts";
import { databaseTypes } from "./database-types.ts";
import { withMigratedDatabase } from "./schema.ts";

export const typesFile = fileURLToPath(
  new URL("../../app/lib/data/database.generated.ts", import.meta.url),
);

/** The complete file, formatted like the rest of the code. */
export async function typesOf(sql: Sql): Promise<string> {
  const biome = fileURLToPath(new URL("../../node_modules/.bin/biome", import.meta.url));
  return execFileSync(biome, ["format", "--stdin-file-path=app/lib/data/written.ts"], {
    input: await databaseTypes(sql),
    encoding: "utf8",
  });
}

if (import.meta.main)
  await withMigratedDatabase(async (sql) => writeFileSync(typesFile, await typesOf(sql)));
