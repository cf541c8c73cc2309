// `npm run schema:write`: writes supabase/schema, the schema after all migrations, from a freshly migrated
// database.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import { createTestDatabase, startTestCluster } from "#tests/support/cluster.ts";
import { schemaTexts } from "./schema-text.ts";

const FOLDER = fileURLToPath(new URL("../../supabase/schema", import.meta.url));

/** The current files, by subject. */
export const writtenSchema = (): Map<string, string> =>
  new Map(
    readdirSync(FOLDER).map((file) => [
      file.replace(/\.sql$/, ""),
      readFileSync(join(FOLDER, file), "utf8"),
    ]),
  );

/** Runs work on a new database in which all migrations ran. */
export async function withMigratedDatabase(work: (sql: Sql) => Promise<void>): Promise<void> {
  const cluster = await startTestCluster();
  try {
    const sql = connect(await createTestDatabase(cluster.url), 1);
    await work(sql);
    await sql.end();
  } finally {
    await cluster.stop();
  }
}

if (import.meta.main)
  await withMigratedDatabase(async (sql) => {
    const texts = (await sql.begin(schemaTexts)) as Map<string, string>;
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER);
    for (const [subject, text] of texts) writeFileSync(join(FOLDER, `${subject}.sql`), text);
  });
