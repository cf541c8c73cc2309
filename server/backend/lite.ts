import { App } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import { Kysely, PostgresDialect } from "kysely";
import { mendConnection } from "./lite-mends.ts";
import type { Pool } from "./pool.ts";
import type { Secrets } from "./secrets.ts";

export interface LiteOptions {
  pool: Pool;
  secrets: Secrets;
}

export interface Lite {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/**
 * PostgREST's protocol (/rest/v1) over our database by @supabase/lite, with the
 * mends of lite-mends.ts. Accounts, storage and functions are ours: decisions 0001 and 0010. Its auth
 * is on because it reads the tokens of REST requests; no request to /auth/v1 reaches it.
 */
export async function openLite({ pool, secrets }: LiteOptions): Promise<Lite> {
  // Lite's own driver is never asked and so never connects; our pool does its work.
  const connection = createPostgresConnection({ url: "" });
  connection.kysely = new Kysely({ dialect: new PostgresDialect({ pool }) });
  mendConnection(connection);
  const app = new App({
    connection,
    api: { enabled: true, schemas: ["public"], max_rows: 1000 },
    auth: {
      enabled: true,
      jwt_secret: secrets.jwtSecret,
      jwt_expiry: 3600,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
      enable_signup: false,
    },
    storage: { enabled: false },
    studio: { enabled: false },
    options: {
      server: { admin: false, disableStudio: true, disableFallback: true },
    },
  });
  await app.init();
  // Filling the schema cache now spares the first visitor 50 ms.
  await connection.introspect({ useCache: true });
  return {
    fetch: (request) => app.fetch(request),
    close: () => connection.close(),
  };
}
