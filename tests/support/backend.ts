import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, inject } from "vitest";
import { openBackend } from "#server/backend/index.ts";
import { STATEMENT_MS } from "#server/backend/postgres/caller.ts";
import { connect, type Sql, type Tx } from "#server/backend/postgres/connection.ts";
import { readSecrets } from "#server/backend/self-hosted/secrets/index.ts";
import type { Backend, RequestInfo } from "#server/backend/types.ts";
import { type Env, readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { createTestDatabase, dropTestDatabase } from "./cluster.ts";
import { readOutbox } from "./mail/outbox.ts";
import { people } from "./people.ts";

export interface TestBackend {
  backend: Backend;
  env: Env;
  /** a superuser's connection: sees everything, bypasses row-level security */
  sql: Sql;
  /** someone who is not signed in */
  visitor(): SupabaseClient;
  /** someone signed in who is not an admin */
  stranger(): Promise<SupabaseClient>;
  /** a signed-in admin */
  admin(): Promise<SupabaseClient>;
  /** the messages written so far, oldest first, parsed */
  outbox(): ReturnType<typeof readOutbox>;
  /** Sends a plain request to a path such as /rest/v1/services, as the gateway would. */
  request(path: string, init?: RequestInit, info?: Partial<RequestInfo>): Promise<Response>;
  close(): Promise<void>;
}

const info = { clientAddress: "203.0.113.7", requestId: "test" };

/** A client that is not signed in, for a backend in this process. */
export const clientOf = (backend: Backend): SupabaseClient =>
  createClient(backend.serverUrl, backend.publishableKey, {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    },
    global: { fetch: (input, init) => backend.fetch(new Request(input, init), info) },
  });

/** A signed-in client for a backend in this process. */
export async function signInAt(backend: Backend, person = people.admin) {
  const client = clientOf(backend);
  const { data, error } = await client.auth.signInWithPassword(person);
  if (error) throw error;
  return { client, session: data.session };
}

/** A test backend's secrets. */
export const secretsOfSite = ({ env }: TestBackend) => readSecrets(env.databaseUrl ?? "", env);

/** Makes a transaction's next statements those of a signed-in client's person, as the gateway does. */
export async function actAs(tx: Tx, client: SupabaseClient): Promise<void> {
  const { data } = await client.auth.getSession();
  const [, claims = ""] = data.session?.access_token.split(".") ?? [];
  await tx`select set_config('request.jwt.claims', ${Buffer.from(claims, "base64url").toString()}, true)`;
  await tx`set local role authenticated`;
}

/** Gives visitors' statements a minute. For files that test something else than the limit of a second. */
export function allowSlowStatements(): void {
  const limit = STATEMENT_MS.anybody;
  beforeAll(() => {
    STATEMENT_MS.anybody = 60_000;
  });
  afterAll(() => {
    STATEMENT_MS.anybody = limit;
  });
}

/**
 * The backend that `npm start` opens, with an embedded database and the admin from people.ts. Without scheduled
 * backups, as a test that runs at night would meet one.
 */
export const openEmbedded = (dataDir: string): Promise<Backend> =>
  openBackend(
    readEnv({
      DATA_DIR: dataDir,
      BACKUP_AT: "off",
      ADMIN_EMAIL: people.admin.email,
      ADMIN_PASSWORD: people.admin.password,
    }),
    createLog("silent"),
  );

/**
 * Opens a backend on its own database: the real one, in process, without a port.
 * @param settings environment variables besides the defaults, e.g. `{ RATE_LIMITS: "on" }`
 * @param logLines collects log entries, one JSON per line; by default nothing is logged
 * @param through maps the direct database URL to the one that the backend uses
 */
export async function openTestBackend(
  settings: Record<string, string> = {},
  logLines?: string[],
  through: (databaseUrl: string) => Promise<string> = async (direct) => direct,
): Promise<TestBackend> {
  const databaseUrl = await createTestDatabase(inject("clusterUrl"));
  const dataDir = await mkdtemp(join(tmpdir(), "ld-data-"));
  const env = readEnv({
    DATABASE_URL: await through(databaseUrl),
    DATA_DIR: dataDir,
    SITE_URL: "http://site.test",
    SECOND_FACTOR_KEY: "a-key-that-all-processes-of-a-site-share",
    RATE_LIMITS: "off",
    LOG_LEVEL: logLines ? "info" : "silent",
    ...settings,
  });
  const backend = await openBackend(
    env,
    createLog(env.logLevel, logLines && { write: (line) => void logLines.push(line) }),
  );
  const sql = connect(databaseUrl, 2);

  const visitor = () => clientOf(backend);
  const signedIn = async (person: { email: string; password: string }) =>
    (await signInAt(backend, person)).client;

  return {
    backend,
    env,
    sql,
    visitor,
    stranger: () => signedIn(people.stranger),
    admin: () => signedIn(people.admin),
    outbox: () => readOutbox(env.dataDir),
    request: (path, init, who) =>
      backend.fetch(new Request(backend.serverUrl + path, init), { ...info, ...who }),
    async close() {
      await sql.end();
      await backend.close();
      await dropTestDatabase(databaseUrl);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
