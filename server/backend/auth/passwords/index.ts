import { availableParallelism } from "node:os";
import bcrypt from "bcrypt";
import { MIN_PASSWORD_LENGTH, MIN_TEAM_PASSWORD_LENGTH } from "#contract/account-rules.ts";
import { findUser, isOnTeam } from "#server/backend/auth/users.ts";
import { createConcurrencyLimit } from "#server/backend/concurrency-limit.ts";
import { HttpError } from "#server/backend/http-error.ts";
import type { Query } from "#server/backend/postgres/pool.ts";
import { isCommonPassword } from "./common.ts";

/** bcrypt reads no more than this. */
const MAX_BYTES = 72;
const ROUNDS = 10;

/** Each hash takes a core for about 60 ms; one core stays free for other requests. */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
/** About ten seconds of work: nobody would wait longer. */
const MAX_WAITING = 200;

/** Why a password is rejected, in the shape supabase-js reads; undefined if accepted. */
export function refusePassword(password: string): Response | undefined {
  if (password.length < MIN_PASSWORD_LENGTH || password.trim() === "")
    return weakPassword(
      ["length"],
      `Password must be at least ${MIN_PASSWORD_LENGTH} characters long.`,
    );
  if (Buffer.byteLength(password) > MAX_BYTES)
    throw new HttpError(
      422,
      "validation_failed",
      `Password must be at most ${MAX_BYTES} characters long.`,
    );
}

/** People on the team reach leads and the site, so theirs must be better (rule A-10). @throws HttpError 422 */
export async function refuseForTeam(password: string, email: string): Promise<void> {
  if (password.length < MIN_TEAM_PASSWORD_LENGTH)
    throw new HttpError(
      422,
      "validation_failed",
      `Password must be at least ${MIN_TEAM_PASSWORD_LENGTH} characters long.`,
    );
  await refuseCommon(password, email);
}

/**
 * Refuses a common password that an admin sets for someone with a role (rule A-10). The database, which
 * refuses a short one, has no list of common ones.
 */
export const refuseForOthers =
  (query: Query) =>
  async (userId: string, password: string): Promise<void> => {
    if (password.length < MIN_TEAM_PASSWORD_LENGTH || !(await isOnTeam(query, userId))) return;
    const user = await findUser(query, { id: userId });
    if (user) await refuseCommon(password, user.email);
  };

/** @throws HttpError 422 */
async function refuseCommon(password: string, email: string): Promise<void> {
  if (await isCommonPassword(password, email))
    throw new HttpError(
      422,
      "validation_failed",
      "This password is common and easy to guess. Please choose another.",
    );
}

/** @param reasons GoTrue's terms: length, characters, pwned */
const weakPassword = (reasons: string[], msg: string) =>
  Response.json(
    { code: 422, error_code: "weak_password", msg, weak_password: { reasons } },
    { status: 422 },
  );

/** Hashing runs on other threads, a few at a time, so that the main thread stays responsive. */
const inTurn = createConcurrencyLimit(
  AT_ONCE,
  MAX_WAITING,
  () =>
    new HttpError(503, "busy", "The server is busy. Please try again in a moment.", {
      "retry-after": "10",
    }),
);

/** A hash that pgcrypto can read too: it accepts the prefix $2a$, but not the equivalent $2b$. */
export const hashPassword = (password: string) =>
  inTurn(async () => bcrypt.hash(password, await bcrypt.genSalt(ROUNDS, "a")));

/**
 * A hash that matches no password and costs nothing to make. Comparing with it makes a refusal take as
 * long for an account without a password as for one that has one.
 */
const NOBODYS = bcrypt.genSaltSync(ROUNDS) + ".".repeat(31);

/** @param hash missing without an account or a password on it: returns false after the same time */
export const isPassword = (password: string, hash: string | null | undefined) =>
  inTurn(async () => {
    const same = await bcrypt.compare(password, hash || NOBODYS);
    return Boolean(hash) && same;
  });
