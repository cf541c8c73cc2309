import { availableParallelism } from "node:os";
import bcrypt from "bcrypt";
import { MIN_INVITED_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "#contract/password-rule.ts";
import { HttpError } from "#server/backend/http-error.ts";
import { isCommonPassword } from "./common.ts";

/** What bcrypt reads. */
const MAX_BYTES = 72;
const ROUNDS = 10;

/** Each takes a core for about 60 ms; one is left to anyone who asks for something else. */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Some ten seconds' worth: anyone who comes later would wait longer than a person does. */
const MAX_WAITING = 200;

/** Why a password can't be taken, as supabase-js reads it; nothing when it can. */
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

/** Anyone who can change everything needs a better one (rule A-10). @throws HttpError 422 */
export async function refuseForAdmins(password: string, email: string): Promise<void> {
  if (password.length < MIN_INVITED_PASSWORD_LENGTH)
    throw new HttpError(
      422,
      "validation_failed",
      `Password must be at least ${MIN_INVITED_PASSWORD_LENGTH} characters long.`,
    );
  if (await isCommonPassword(password, email))
    throw new HttpError(
      422,
      "validation_failed",
      "This password is common and easy to guess. Please choose another.",
    );
}

/** @param reasons GoTrue's words: length, characters, pwned */
const weakPassword = (reasons: string[], msg: string) =>
  Response.json(
    { code: 422, error_code: "weak_password", msg, weak_password: { reasons } },
    { status: 422 },
  );

let running = 0;
const waiting: (() => void)[] = [];

/** Hashing runs on other threads, a few at a time, so that the one that answers stays free. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING)
      throw new HttpError(503, "busy", "The server is busy. Please try again in a moment.", {
        "retry-after": "10",
      });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** A hash that pgcrypto reads too: it knows the mark $2a$ and not $2b$, which mean the same. */
export const hashPassword = (password: string) =>
  inTurn(async () => bcrypt.hash(password, await bcrypt.genSalt(ROUNDS, "a")));

/**
 * Of no password, and made in no time, unlike one: an account that has none takes as long to refuse as one
 * that has.
 */
const NOBODYS = bcrypt.genSaltSync(ROUNDS) + ".".repeat(31);

/** @param hash left out where there is no account, or no password on it: false after the same time */
export const isPassword = (password: string, hash: string | null | undefined) =>
  inTurn(async () => {
    const same = await bcrypt.compare(password, hash || NOBODYS);
    return Boolean(hash) && same;
  });
