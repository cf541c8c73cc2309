import { HttpError } from "#server/backend/http-error.ts";
import { type Pool, type Query, transaction } from "#server/backend/postgres/pool.ts";
import { lockAccount, proofsOf, sessionEnded } from "./sessions.ts";
import { type Claims, readAccessToken, type Signing } from "./tokens.ts";
import { findUser, hasSecondFactor, type User } from "./users.ts";

/** The signed-in person who makes a request. */
export interface SignedIn extends Claims {
  user: User;
  /** seconds since 1970 */
  began: number;
  /** a second factor was proved in this session */
  proved: boolean;
}

/**
 * @returns a function from a token to its person; it throws HttpError 401 or 403 when the session is
 *   invalid or has ended
 */
export const readSignedIn =
  (query: Query, signing: Signing) =>
  async (token: string | undefined): Promise<SignedIn> => {
    const claims = await readAccessToken(signing, token);
    const [session] = await query<{ aal: string | null; began: number }>`
      select aal, floor(extract(epoch from created_at))::int as began
      from auth.sessions where id = ${claims.sessionId} and user_id = ${claims.userId}
        and (not_after is null or not_after > now())`;
    const user = session && (await findUser(query, { id: claims.userId }));
    if (!user) throw sessionEnded();
    return {
      ...claims,
      user,
      began: session.began,
      proved: claims.aal === "aal2" && session.aal === "aal2",
    };
  };

/** A person with a second factor changes nothing before proving it. @throws HttpError 403 */
export function requireProof({ user, proved }: SignedIn): void {
  if (hasSecondFactor(user) && !proved)
    throw new HttpError(
      403,
      "insufficient_aal",
      "Enter the code from your authenticator app first.",
    );
}

/** Seconds. Someone who finds a browser signed in must not get far. */
const RECENT = 15 * 60;

/** Whether the person proved who they are a short time ago. @param now seconds since 1970 */
export async function isRecent(query: Query, { began, sessionId }: SignedIn, now: number) {
  const proofs = await proofsOf(query, sessionId);
  return Math.max(began, ...proofs.map(({ timestamp }) => timestamp)) >= now - RECENT;
}

/** @param now milliseconds since 1970 @throws HttpError 403 */
export async function requireRecent(query: Query, account: SignedIn, now: number) {
  if (!(await isRecent(query, account, Math.floor(now / 1000))))
    throw new HttpError(403, "reauthentication_needed", "Confirm it's you, then try again.");
}

/**
 * Changes the person's account in a transaction, if their session is still open: it may have ended while the
 * request waited, for example because an admin set another password.
 * @throws HttpError 403 when it has ended
 */
export const changeAccount = <T>(
  pool: Pool,
  { userId, sessionId }: Pick<Claims, "userId" | "sessionId">,
  work: (query: Query) => Promise<T>,
): Promise<T> =>
  transaction(pool, async (query) => {
    await lockAccount(query, userId);
    const [open] = await query`select from auth.sessions where id = ${sessionId} for update`;
    if (!open) throw sessionEnded();
    // Names the person for the audit log, as a request for tables does.
    const claims = JSON.stringify({ sub: userId, session_id: sessionId, role: "authenticated" });
    await query`select set_config('request.jwt.claims', ${claims}, true)`;
    return work(query);
  });
