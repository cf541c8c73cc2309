import { App } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import { Kysely, PostgresDialect } from "kysely";
import { mendConnection } from "./lite-mends.ts";
import type { Pool } from "./pool.ts";
import type { Secrets } from "./secrets.ts";

export interface LiteOptions {
  pool: Pool;
  secrets: Secrets;
  mailer: App["_mailer"];
}

export interface Lite {
  fetch(request: Request): Promise<Response>;
  /** Where the links in e-mails lead; known only once the server has its port. */
  setSiteUrl(url: string): void;
  close(): Promise<void>;
}

/** Mails carry a link and no code to type, so the code behind it may be long and live for a day. */
const LINKS = { otp_length: 10, otp_expiry: 86_400 };

/**
 * The Supabase protocol (/auth/v1 and /rest/v1) over our database by @supabase/lite, with the
 * mends of lite-mends.ts. Storage and functions are ours: decision 0001.
 */
export async function openLite({ pool, secrets, mailer }: LiteOptions): Promise<Lite> {
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
      enable_signup: true,
      minimum_password_length: 6,
      email: { enable_signup: true, enable_confirmations: true, ...LINKS },
    },
    storage: { enabled: false },
    studio: { enabled: false },
    options: {
      server: { admin: false, disableStudio: true, disableFallback: true },
    },
  });
  app._mailer = mailer;
  await app.init();
  // Filling the schema cache now spares the first visitor 50 ms.
  await connection.introspect({ useCache: true });
  return {
    fetch: (request) => app.fetch(request),
    setSiteUrl(url) {
      const { auth } = app.config;
      if (auth) auth.site_url = `${url}/admin`;
    },
    close: () => connection.close(),
  };
}
