import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { connect, type Sql, withDatabase } from "#server/backend/postgres/connection.ts";
import { bootstrap } from "#server/backend/self-hosted/bootstrap.ts";
import { addUser } from "#server/backend/self-hosted/first-admin.ts";
import { migrateBefore } from "#server/backend/self-hosted/migrations/migrate.ts";
import { dropTestDatabase } from "./cluster.ts";

export interface EarlierSite {
  databaseUrl: string;
  sql: Sql;
  close(): Promise<void>;
}

/** The newest migration of the last version released before the baseline, the 83rd. */
export const PUBLISHED = "20261126080000";

/**
 * A site as the last version before the baseline left it, with one user and one lead, ana@example.com.
 * @param newest the last migration that it ran
 */
export async function earlierSite(newest = PUBLISHED): Promise<EarlierSite> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const cluster = connect(inject("clusterUrl"), 1);
  await cluster.unsafe(`create database ${name}`);
  await cluster.end();
  const databaseUrl = withDatabase(inject("clusterUrl"), name);
  const sql = connect(databaseUrl, 2);
  await bootstrap(sql);
  await migrateBefore(sql, (version) => version <= newest);
  await addUser(sql, "boss@example.com", "correct horse battery");
  await lead(sql, "ana@example.com");
  return {
    databaseUrl,
    sql,
    async close() {
      await sql.end();
      await dropTestDatabase(databaseUrl);
    },
  };
}

/** Adds a lead, as the contact form does. */
export const lead = (sql: Sql, email: string) =>
  sql`insert into contact_submissions (name, email, monthly_volume, platforms)
    values ('Ana', ${email}, '0-50', array['Etsy'])`;
