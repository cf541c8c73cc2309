import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { HttpError } from "#server/backend/http-error.ts";
import { type Pool, type Query, transaction } from "#server/backend/postgres/pool.ts";
import { LIFETIME } from "#server/backend/postgres/session-token.ts";
import {
  accessToken,
  type Method,
  type Proof,
  refreshTokens,
  type Session,
  type Signing,
} from "./tokens.ts";
import { findUser, type User, userJson } from "./users.ts";

/**
 * Seconds in which a token that was just used is accepted again. Two tabs may renew at once, or
 * supabase-js may retry after a lost response (for 30 seconds). Later, it counts as stolen.
 */
const GRACE = 30;

interface Row {
  id: string;
  user_id: string;
  tag: string | null;
  aal: string | null;
  began: number;
  counter: number;
  recent: boolean;
}

/** Where a session is used, for its person to recognize it. */
export interface Client {
  /** empty if unknown */
  userAgent: string;
  address: string;
}

/** The columns of a client. Requests within this process have no address; PostgreSQL knows no zone ("%eth0"). */
const columnsOf = ({ userAgent, address }: Client) => {
  const [ip = ""] = address.split("%");
  return { userAgent: userAgent || null, ip: isIP(ip) ? ip : null };
};

/** All processes that renew use the database's clock; tests pass another. */
const databaseClock = () => null;

/**
 * Sessions are rows of auth.sessions. `refresh_token_counter` identifies the next refresh token. `tag`
 * says how the session began (null: with a password, as all older sessions did).
 */
export function createSessions(signing: Signing, clock: () => Date | null = databaseClock) {
  const refresh = refreshTokens(signing);

  /** The session in the shape that supabase-js expects. */
  async function answer(user: User, session: Session) {
    const now = Math.floor(Date.now() / 1000);
    return {
      access_token: await accessToken(signing, user, session, now),
      refresh_token: refresh.of(session),
      token_type: "bearer",
      expires_in: LIFETIME,
      expires_at: now + LIFETIME,
      user: userJson(user),
    };
  }

  /**
   * @param hash the one that the password was compared with; omitted for a link
   * @returns undefined when the account was deleted meanwhile, or has another password
   */
  async function begin(
    query: Query,
    userId: string,
    method: Method,
    client: Client,
    hash: string | null = null,
  ) {
    const { userAgent, ip } = columnsOf(client);
    const [session] = await query<{ id: string; began: number }>`
      with signed_in as (
        update auth.users set last_sign_in_at = now(), updated_at = now()
        where id = ${userId} and deleted_at is null
          and (${hash}::text is null or encrypted_password = ${hash})
        returning id
      )
      insert into auth.sessions (id, user_id, aal, tag, refresh_token_counter, user_agent, ip)
      select ${randomUUID()}::uuid, id, 'aal1', ${method}, 0, ${userAgent}, ${ip}::inet from signed_in
      returning id, floor(extract(epoch from created_at))::int as began`;
    const user = session && (await findUser(query, { id: userId }));
    return user && answer(user, { ...session, method, counter: 0, proofs: [] });
  }

  /** The session that a refresh token is for, and which renewal of it. */
  async function find(query: Query, token: string) {
    if (!refresh.isEarlier(token)) return refresh.read(token);
    const [row] = await query<{ id: string }>`
      select session_id as id from auth.refresh_tokens where token = ${token} and not revoked`;
    return row && { id: row.id, counter: 0 };
  }

  /** What the session's tokens say. */
  const sessionOf = async (query: Query, { id, tag, began, aal }: Row) => ({
    id,
    method: methodOf(tag),
    began,
    proofs: aal === "aal2" ? await proofsOf(query, id) : [],
  });

  async function lock(query: Query, id: string) {
    const [row] = await query<Row>`
      select id, user_id, tag, aal, floor(extract(epoch from created_at))::int as began,
        coalesce(refresh_token_counter, 0)::int as counter,
        coalesce(refreshed_at > (coalesce(${clock()}::timestamptz, now()) at time zone 'utc')
          - ${GRACE} * interval '1 second', false) as recent
      from auth.sessions where id = ${id} for update`;
    return row;
  }

  /**
   * @returns the next pair of tokens; "reused" when the token was used long ago. Then the session
   *   ends, because one of its two holders is not the owner.
   * @throws HttpError 400 for a token without a session
   */
  const renew = (pool: Pool, token: string, client: Client) =>
    transaction(pool, async (query) => {
      const known = await find(query, token);
      const row = known && (await lock(query, known.id));
      const user = row && (await findUser(query, { id: row.user_id }));
      if (!known || !row || !user)
        throw new HttpError(
          400,
          "refresh_token_not_found",
          "Your session has ended. Sign in again.",
        );
      const session = await sessionOf(query, row);
      if (known.counter === row.counter) {
        const { userAgent, ip } = columnsOf(client);
        await query`update auth.sessions set refresh_token_counter = ${row.counter + 1},
          refreshed_at = (coalesce(${clock()}::timestamptz, clock_timestamp()) at time zone 'utc'),
          user_agent = ${userAgent}, ip = ${ip}::inet, updated_at = now() where id = ${row.id}`;
        return answer(user, { ...session, counter: row.counter + 1 });
      }
      if (known.counter === row.counter - 1 && row.recent)
        return answer(user, { ...session, counter: row.counter });
      await query`delete from auth.sessions where id = ${row.id}`;
      return "reused" as const;
    });

  /**
   * Records that the session's person proved a second factor.
   * @param query in a transaction
   * @returns the tokens that say so
   * @throws HttpError 403 when the session has ended
   */
  async function prove(query: Query, id: string, factorId: string, method: Proof["method"]) {
    const row = await lock(query, id);
    const user = row && (await findUser(query, { id: row.user_id }));
    if (!row || !user) throw sessionEnded();
    await query`update auth.sessions set aal = 'aal2', factor_id = ${factorId}, updated_at = now()
      where id = ${id}`;
    await query`insert into auth.mfa_amr_claims (id, session_id, authentication_method)
      values (${randomUUID()}, ${id}, ${method})
      on conflict (session_id, authentication_method) do update set updated_at = now()`;
    const session = await sessionOf(query, { ...row, aal: "aal2" });
    return answer(user, { ...session, counter: row.counter });
  }

  return { begin, renew, prove };
}

/** @param tag null: all older sessions began with a password */
const methodOf = (tag: string | null): Method => (tag === "otp" ? "otp" : "password");

/** The second factors that were proved in a session, newest first. */
export const proofsOf = (query: Query, sessionId: string) => query<Proof>`
  select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
  from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`;

/** The refusal for a session that has ended. */
export const sessionEnded = () =>
  new HttpError(403, "session_not_found", "Your session has ended. Sign in again.");

/**
 * Makes other changes of an account wait until the transaction ends. Whatever changes one account's factors,
 * links or several of its sessions does this first, so that two of them never deadlock.
 */
export const lockAccount = (query: Query, userId: string) =>
  query`select from auth.users where id = ${userId} for no key update`;

export const endSessions = (query: Query, userId: string, except?: string) => query`
  delete from auth.sessions where user_id = ${userId} and id is distinct from ${except ?? null}::uuid`;

export const endSession = (query: Query, id: string) =>
  query`delete from auth.sessions where id = ${id}`;
