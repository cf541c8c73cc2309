import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import bcrypt from "bcrypt";
import postgres from "postgres";
import {
  connect,
  connectionOptions,
  type Sql,
  withDatabase,
} from "#server/backend/postgres/connection.ts";
import { startPostgres } from "#server/backend/postgres/server.ts";
import { addUser } from "#server/backend/self-hosted/first-admin.ts";
import { sqlStatements } from "#server/backend/self-hosted/migrations/sql-statements.ts";
import { prepareDatabase } from "#server/backend/self-hosted/prepare.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { quickFolder, runPrefix } from "../../scripts/run-folder.mjs";
import { people } from "./people.ts";

export interface TestCluster {
  /** a superuser's URL; pass it to `createTestDatabase`, even from another process */
  url: string;
  /** PostgreSQL's data folder */
  folder: string;
  stop(): Promise<void>;
}

const TEMPLATE = "migrated_and_seeded";

/**
 * Starts a throwaway PostgreSQL in a temporary folder and prepares a template database as a first start
 * would: migrated, seeded, with the people of `people.ts`. It listens on a Unix socket only, so any number
 * can run in parallel.
 * @param durable keeps commits across a crash, as on a site; without it, it is faster
 */
export async function startTestCluster({ durable = false } = {}): Promise<TestCluster> {
  const home = await mkdtemp(join(durable ? tmpdir() : quickFolder(), runPrefix()));
  const folder = join(home, "pg");
  const server = await startPostgres({
    folder,
    password: randomBytes(12).toString("hex"),
    maxConnections: 300,
    durable,
  });
  const stop = async () => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
  try {
    await makeTemplate(server.url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: server.url, folder, stop };
}

async function makeTemplate(url: string) {
  const { admin, stranger } = people;
  const databaseUrl = withDatabase(url, TEMPLATE);
  const env = readEnv({
    DATABASE_URL: databaseUrl,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  await run(url, `create database ${TEMPLATE}`);
  if (process.env.TEST_IDS) await orderIds(databaseUrl, process.env.TEST_IDS);
  await prepareDatabase(databaseUrl, env, createLog("warn"));
  const sql = connect(databaseUrl, 1);
  await addUser(sql, stranger.email, stranger.password);
  // Nearly every test signs in, and real hashes are slow on purpose; other tests cover their timing.
  for (const { email, password } of [admin, stranger])
    await sql`update auth.users set encrypted_password = ${await bcrypt.hash(password, 4)}
      where email = ${email}`;
  // Drops the email notice about that.
  await sql`delete from private.account_notices where kind = 'password_changed'`;
  // No server emails a digest if 8:00 comes during the run, while a test counts emails.
  await sql`insert into private.digests (person_id, day) select user_id, current_date + 2 from admins`;
  // No server asks other sites, unless its test releases the lease.
  await sql`update private.outside_link_checks set leased_until = 'infinity'`;
  await sql.end();
}

/**
 * Replaces PostgreSQL's random ids in a database. Rows of one statement have the same time, and are then listed by
 * id: a test that relies on their order passes with rising or falling ids only.
 * @param order "rising" or "falling"
 */
async function orderIds(databaseUrl: string, order: string) {
  if (order !== "rising" && order !== "falling")
    throw new Error(`TEST_IDS must be "rising" or "falling", not "${order}".`);
  const step = order === "rising" ? 1 : -1;
  await run(
    databaseUrl,
    "set allow_system_table_mods = on",
    // Renamed, not replaced: PostgreSQL calls its own functions by number.
    "alter function pg_catalog.gen_random_uuid() rename to truly_random_uuid",
    `create sequence pg_catalog.id_order increment ${step} start ${0x80000000} minvalue 0 maxvalue ${0xffffffff}`,
    `create function pg_catalog.gen_random_uuid() returns uuid language sql volatile security definer
      return overlay(pg_catalog.truly_random_uuid()::text
        placing lpad(to_hex(nextval('pg_catalog.id_order')), 8, '0') from 1 for 8)::uuid`,
  );
}

/**
 * Clones the template in tens of milliseconds: by file, as writing the clone to the log would take five times as long.
 * @returns the URL of a separate database, usable as DATABASE_URL
 */
export async function createTestDatabase(clusterUrl: string): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await run(clusterUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  return withDatabase(clusterUrl, name);
}

/** @returns the URL of an empty database */
export async function createEmptyDatabase(clusterUrl: string): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await run(clusterUrl, `create database ${name}`);
  return withDatabase(clusterUrl, name);
}

/**
 * Prepares an empty database as deploy/postgres.sql does for an operator.
 * @returns the URL of its owner, who is not a superuser and can't create roles
 */
export async function createOwnedDatabase(clusterUrl: string): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const script = (await readFile("deploy/postgres.sql", "utf8")).replaceAll("loading_dock", name);
  await run(clusterUrl, ...sqlStatements(script));
  const password = randomBytes(12).toString("hex");
  await run(clusterUrl, `alter role ${name} password '${password}'`);
  return asUser(withDatabase(clusterUrl, name), name, password);
}

/** The same URL with another user. */
function asUser(databaseUrl: string, user: string, password: string): string {
  const url = new URL(databaseUrl);
  url.username = user;
  url.password = password;
  return url.href;
}

/** @param databaseUrl as returned by `createOwnedDatabase` */
export async function dropOwnedDatabase(clusterUrl: string, databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await dropTestDatabase(withDatabase(clusterUrl, name));
  await run(clusterUrl, `drop role if exists ${name}`);
}

export async function dropTestDatabase(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const cluster = withDatabase(databaseUrl, "postgres");
  await run(
    cluster,
    `drop database if exists ${name} with (force)`,
    `drop role if exists ${name}_api, ${name}_server`,
  );
}

/** How many statements wait for a lock in the database of `sql`; ignores other databases of the cluster. */
export async function lockWaits(sql: Sql): Promise<number> {
  const [row] = await sql`select count(*)::integer as waiting from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())`;
  return row?.waiting;
}

async function run(url: string, ...statements: string[]) {
  // Looking up the types that no statement here needs would take longer than the statements.
  const sql = postgres({ ...connectionOptions(url), max: 1, fetch_types: false, onnotice() {} });
  try {
    for (const statement of statements) await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
