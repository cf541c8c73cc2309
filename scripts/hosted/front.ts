import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { sign } from "hono/jwt";
import { LIMITERS } from "#server/backend/gateway/concurrency-limiter.ts";
import { toRefusal } from "#server/backend/gateway/refusals.ts";
import { readAddress } from "#server/backend/gateway/request/address.ts";
import { readJson } from "#server/backend/gateway/request/json.ts";
import { refusalResponse } from "#server/backend/http-error.ts";
import { callerOf, SERVICE, tokenIn } from "#server/backend/postgres/caller.ts";
import { connect } from "#server/backend/postgres/connection.ts";
import { closePool, openPool, queryOn } from "#server/backend/postgres/pool.ts";
import { ISSUER } from "#server/backend/postgres/session-token.ts";
import { readCatalog } from "#server/backend/rest/catalog.ts";
import { createRest } from "#server/backend/rest/index.ts";
import { createLog } from "#server/runtime/log.ts";
import { people } from "#tests/support/people.ts";

export const KEYS = { publishable: "sb_publishable_test", secret: "sb_secret_test" };
const JWT_SECRET = "the secret of a project that lives for a minute";

/** What was sent to the mail provider, and to the project's auth service with the secret key. */
export interface Received {
  mails: { to: string[]; subject: string }[];
  invitations: { email: string }[];
  /** the status that the provider responds with */
  mailStatus: number;
}

/**
 * Emulates the services in front of a project's database and functions: REST by the product's own handler,
 * which connects as `authenticator` like PostgREST; sessions that are rows of auth.sessions; a mail provider.
 * @param url the database URL for a role
 * @param functionAt the URL where a function is served
 */
export async function openFront(
  url: (role: string) => string,
  functionAt: (name: string) => string | undefined,
) {
  const accounts = await makeAccounts(url);
  const pool = openPool(url("authenticator"), createLog("silent"), 10);
  const rest = createRest(pool, await readCatalog(queryOn(pool)));
  const received: Received = { mails: [], invitations: [], mailStatus: 200 };

  const auth: Record<string, (request: Request) => Promise<Response> | Response> = {
    "/settings": () =>
      Response.json({
        mailer_autoconfirm: false,
        external: { email: true, anonymous_users: false },
      }),
    "/token": async (request) => {
      const { email } = await request.json();
      const account = accounts.find((one) => one.email === email);
      return account
        ? Response.json(await sessionOf(account))
        : Response.json({ error_code: "invalid_credentials" }, { status: 400 });
    },
    "/user": async (request) => {
      const { claims } = await callerOf(tokenIn(request.headers), JWT_SECRET);
      return Response.json({ id: claims.sub, email: claims.email, aud: "authenticated" });
    },
    "/logout": () => new Response(null, { status: 204 }),
    "/invite": async (request) => {
      if (request.headers.get("apikey") !== KEYS.secret) return new Response(null, { status: 401 });
      received.invitations.push(await request.json());
      return Response.json({});
    },
  };

  async function answer(request: Request): Promise<Response> {
    if (new URL(request.url).pathname === "/mail") {
      received.mails.push(await request.json());
      return new Response("busy", { status: received.mailStatus });
    }
    const address = readAddress(request.url);
    const nothing = () => Response.json({ code: "NOT_FOUND" }, { status: 404 });
    if (address.service === "auth") return auth[address.path]?.(request) ?? nothing();
    if (address.service === "functions") {
      const at = functionAt(address.path.slice(1));
      return at ? passOn(request, at) : nothing();
    }
    const { method, headers } = request;
    const caller =
      headers.get("apikey") === KEYS.secret
        ? SERVICE
        : await callerOf(tokenIn(headers), JWT_SECRET);
    const { request: largest, answer: most } = LIMITERS.staff;
    const body = await readJson(request, largest);
    return rest({ method, address, headers, body, caller, answer: most });
  }

  const server = serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => answer(request).catch((error) => refusalResponse("rest", toRefusal(error))),
  });
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.close();
      await closePool(pool);
    },
  };
}

async function passOn(request: Request, at: string): Promise<Response> {
  const { method, headers } = request;
  const body = method === "POST" ? await request.text() : null;
  const answer = await fetch(at + new URL(request.url).search, { method, headers, body });
  const type = answer.headers.get("content-type") ?? "text/plain";
  // fetch has decompressed the body, so its content-length and content-encoding no longer apply.
  return new Response(answer.body, { status: answer.status, headers: { "content-type": type } });
}

interface Account {
  id: string;
  email: string;
  session: string;
}

/** An admin and a non-admin, as the project's auth service would store them. */
async function makeAccounts(url: (role: string) => string): Promise<Account[]> {
  const sql = connect(url("supabase_admin"), 1);
  const accounts = Object.values(people).map(({ email }) => ({
    id: randomUUID(),
    email,
    session: randomUUID(),
  }));
  for (const { id, email, session } of accounts) {
    await sql`insert into auth.users (id, email, email_confirmed_at, aud, role, created_at)
      values (${id}, ${email}, now(), 'authenticated', 'authenticated', now())`;
    await sql`insert into auth.sessions (id, user_id, created_at) values (${session}, ${id}, now())`;
  }
  await sql.end();
  // Run as `postgres`, like the SQL editor that the manual uses.
  const owner = connect(url("postgres"), 1);
  await owner`insert into public.admins (user_id)
    select id from auth.users where email = ${people.admin.email} and email_confirmed_at is not null`;
  await owner.end();
  return accounts;
}

async function sessionOf({ id, email, session }: Account) {
  const began = Math.floor(Date.now() / 1000);
  const claims = {
    sub: id,
    email,
    role: "authenticated",
    iss: ISSUER,
    aud: "authenticated",
    session_id: session,
    aal: "aal1",
    amr: [{ method: "password", timestamp: began }],
    iat: began,
    exp: began + 3600,
  };
  return {
    access_token: await sign(claims, JWT_SECRET, "HS256"),
    token_type: "bearer",
    expires_in: 3600,
    expires_at: began + 3600,
    refresh_token: "none",
    user: { id, email, aud: "authenticated", role: "authenticated" },
  };
}
