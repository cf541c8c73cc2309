import { createHash, randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Handlers } from "#server/backend/gateway/request/operation.ts";
import { type Pool, queryOn } from "#server/backend/postgres/pool.ts";
import type { Log } from "#server/runtime/log.ts";
import { accountHandlers } from "./account.ts";
import type { AuthLimits } from "./limits.ts";
import { linkHandlers } from "./links.ts";
import type { AccountMails } from "./mails.ts";
import type { AuthOperations } from "./operations.ts";
import { factorHandlers } from "./second-factor/factors.ts";
import { recoveryCodeHandlers } from "./second-factor/recovery-codes.ts";
import { createSessions } from "./sessions.ts";
import { signInHandlers } from "./sign-in.ts";
import { signUpHandlers } from "./sign-up.ts";
import { readSignedIn } from "./signed-in.ts";
import { type Signing, signer } from "./tokens.ts";

interface Options {
  /** with access to the tables of `auth` and to loading_dock.auth_mail */
  pool: Pool;
  mails: AccountMails;
  signing: Signing;
  siteUrl: () => string;
  limits: AuthLimits;
  log: Log;
  /** encrypts the secrets of authenticator apps; without it, no second factor is offered */
  factorKey?: string | undefined;
  clock?: DurationClock;
  /** milliseconds since 1970, for the codes of authenticator apps; tests pass their own */
  now?: () => number;
}

/** State and helpers that the handlers share. */
export type AuthParts = ReturnType<typeof partsOf>;

function partsOf({ clock, now = Date.now, ...options }: Options) {
  const { pool, signing, siteUrl } = options;
  const query = queryOn(pool);
  return {
    ...options,
    query,
    now,
    signedIn: readSignedIn(query, signing),
    sessions: createSessions(signing),
    devices: createDevices(signing, siteUrl, SIGNED_IN),
    factorDevices: createDevices(signing, siteUrl, PROVED),
    minimumDuration: createMinimumDuration(clock),
  };
}

/** Accounts and sessions in the tables of `auth`, with supabase-js's API: decision 0010. */
export function createAuth(options: Options): Handlers<AuthOperations> {
  const parts = partsOf(options);
  return {
    ...signUpHandlers(parts),
    ...signInHandlers(parts),
    ...accountHandlers(parts),
    ...factorHandlers(parts),
    ...recoveryCodeHandlers(parts),
    ...linkHandlers(parts),
    health: async () => Response.json({ name: "Loading Dock", description: "Accounts" }),
  };
}

/** Longer than any of these takes when the account exists (a bcrypt hash, handing off an email). */
export const MINIMUM_DURATION_MS = 300;

/** Clock in milliseconds; tests pass their own. */
interface DurationClock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const systemClock: DurationClock = { now: () => performance.now(), sleep: delay };

/** Responds only after full multiples of a fixed duration, so timing doesn't reveal who has an account. */
export function createMinimumDuration({ now, sleep }: DurationClock = systemClock) {
  /** @returns a function that waits until the next multiple of MINIMUM_DURATION_MS since this call */
  function begin() {
    const began = now();
    return () => sleep(MINIMUM_DURATION_MS - ((now() - began) % MINIMUM_DURATION_MS));
  }

  /** Runs the work, and holds back its result or error. */
  async function run<T>(work: () => Promise<T>): Promise<T> {
    const waitOut = begin();
    try {
      return await work();
    } finally {
      await waitOut();
    }
  }

  return { begin, run };
}

/** Browsers that signed in to an account, and those that proved its second factor. */
const SIGNED_IN = { cookie: "ld_device", purpose: "device cookie" };
const PROVED = { cookie: "ld_factor", purpose: "second factor cookie" };
const YEAR = 365 * 24 * 3600;
/** How many accounts a browser is remembered for. */
const MOST = 5;

/**
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). A browser sends
 * one if it has signed in to an account before. It gets its own rate limit, so nobody elsewhere can
 * use up its attempts. Each entry is bound to one account and grants no access.
 */
export function createDevices(signing: Signing, siteUrl: () => string, kind = SIGNED_IN) {
  const signature = signer(signing, kind.purpose);
  const accountOf = (email: string) =>
    createHash("sha256").update(email).digest("base64url").slice(0, 16);

  const entries = (cookies: Readonly<Record<string, string>>) =>
    (cookies[kind.cookie] ?? "").split("~", MOST).filter(Boolean);

  /** `account.nonce.signature` */
  function idOf(entry: string, account: string): string | undefined {
    const [whose = "", nonce = "", given = ""] = entry.split(".");
    const known = whose === account && signature.isOf(given, `${whose}.${nonce}`);
    return known ? `${whose}.${nonce}` : undefined;
  }

  return {
    /** This browser's rate-limit key for an account; undefined if the account doesn't know it. */
    known(cookies: Readonly<Record<string, string>>, email: string): string | undefined {
      const account = accountOf(email);
      for (const entry of entries(cookies)) {
        const id = idOf(entry, account);
        if (id) return id;
      }
    },

    /** The Set-Cookie header that makes this browser known to the account. */
    remember(cookies: Readonly<Record<string, string>>, email: string): string {
      const account = accountOf(email);
      const others = entries(cookies).filter((entry) => !entry.startsWith(`${account}.`));
      const id = `${account}.${randomBytes(12).toString("base64url")}`;
      const value = [`${id}.${signature.of(id)}`, ...others].slice(0, MOST).join("~");
      const secure = siteUrl().startsWith("https:") ? "; Secure" : "";
      return `${kind.cookie}=${value}; Path=/auth/v1; Max-Age=${YEAR}; HttpOnly; SameSite=Lax${secure}`;
    },
  };
}
