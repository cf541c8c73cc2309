import { setTimeout as delay } from "node:timers/promises";
import { App } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import { connectionOptions } from "./connection.ts";
import { mendConnection } from "./lite-mends.ts";
import type { Secrets } from "./secrets.ts";

export interface LiteOptions {
  databaseUrl: string;
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

/** The pool waits for its transactions; one whose request is gone may never go on. */
const CLOSE_WITHIN_MS = 2_000;

/** As PostgREST writes times: 2026-11-21T10:02:25.915324+00:00. Safari can't read PostgreSQL's own form. */
const TIMES = {
  to: 1184,
  from: [1184],
  serialize: (time: string) => time,
  // Lite's sessions run in UTC.
  parse: (time: string) => time.replace(" ", "T").replace(/\+00$/, "+00:00"),
};

/**
 * The Supabase protocol (/auth/v1 and /rest/v1) over our database by @supabase/lite, with the
 * mends of lite-mends.ts. Storage and functions are ours: docs/decisions/backend.md.
 */
export async function openLite({ databaseUrl, secrets, mailer }: LiteOptions): Promise<Lite> {
  const connection = createPostgresConnection({
    url: "",
    postgresOptions: {
      ...connectionOptions(databaseUrl),
      max: 8,
      idle_timeout: 30,
      connect_timeout: 10,
      onnotice: () => {},
      types: { timestamptz: TIMES },
    },
  });
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
    close: () =>
      Promise.race([connection.close(), delay(CLOSE_WITHIN_MS, undefined, { ref: false })]),
  };
}
