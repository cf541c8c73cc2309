import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { connect, type Sql, withDatabase } from "#server/backend/postgres/connection.ts";
import { addUser } from "#server/backend/self-hosted/first-admin.ts";
import { dropTestDatabase } from "./cluster.ts";
import { migrateAsBefore } from "./samples/before-baseline.ts";

export interface EarlierSite {
  databaseUrl: string;
  sql: Sql;
  close(): Promise<void>;
}

/** A site as the last version before the baseline left it: with one user and one lead, ana@example.com. */
export async function earlierSite(): Promise<EarlierSite> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const cluster = connect(inject("clusterUrl"), 1);
  await cluster.unsafe(`create database ${name}`);
  await cluster.end();
  const databaseUrl = withDatabase(inject("clusterUrl"), name);
  const sql = connect(databaseUrl, 2);
  await migrateAsBefore(sql);
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

/** Somebody has sent the contact form. */
export const lead = (sql: Sql, email: string) =>
  sql`insert into contact_submissions (name, email, monthly_volume, platforms)
    values ('Ana', ${email}, '0-50', array['Etsy'])`;
