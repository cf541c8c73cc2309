import type { Handlers } from "#server/backend/gateway/request/operation.ts";
import { type Pool, queryOn } from "#server/backend/postgres/pool.ts";
import type { Log } from "#server/runtime/log.ts";
import { accountHandlers } from "./account.ts";
import { createDevices } from "./device.ts";
import type { AuthLimits } from "./limits.ts";
import { linkHandlers } from "./link-handlers.ts";
import type { AccountMails } from "./mails.ts";
import { createMinimumDuration, type DurationClock } from "./minimum-duration.ts";
import type { AuthOperations } from "./operations.ts";
import { createSessions } from "./sessions.ts";
import { signInHandlers } from "./sign-in.ts";
import { signUpHandlers } from "./sign-up.ts";
import type { Signing } from "./tokens.ts";

interface Options {
  /** reaches the tables of `auth`, and loading_dock.auth_mail */
  pool: Pool;
  mails: AccountMails;
  signing: Signing;
  siteUrl: () => string;
  limits: AuthLimits;
  log: Log;
  clock?: DurationClock;
}

/** What the handlers share. */
export type AuthParts = ReturnType<typeof partsOf>;

function partsOf({ pool, mails, signing, siteUrl, limits, log, clock }: Options) {
  return {
    pool,
    query: queryOn(pool),
    mails,
    signing,
    log,
    sessions: createSessions(signing),
    devices: createDevices(signing, siteUrl),
    limits,
    minimumDuration: createMinimumDuration(clock),
  };
}

/** Accounts and sessions over the tables of `auth`, as supabase-js speaks to them: decision 0010. */
export function createAuth(options: Options): Handlers<AuthOperations> {
  const parts = partsOf(options);
  return {
    ...signUpHandlers(parts),
    ...signInHandlers(parts),
    ...accountHandlers(parts),
    ...linkHandlers(parts),
    health: async () => Response.json({ name: "Loading Dock", description: "Accounts" }),
  };
}
