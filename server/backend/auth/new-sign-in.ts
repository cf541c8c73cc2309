import { zonedFormat } from "#contract/company-zone.ts";
import { companyTimeName } from "#contract/wall-time.ts";
import { type Query, transaction } from "#server/backend/postgres/pool.ts";
import type { AuthParts } from "./index.ts";
import { postNotice } from "./second-factor/notices.ts";
import type { Client } from "./sessions.ts";
import { isOnTeam, type User } from "./users.ts";

const TIME = zonedFormat("en-US", { dateStyle: "long", timeStyle: "short" });

/** "Chrome on Windows, from 203.0.113.7, on November 28, 2026 at 9:14 AM (Los Angeles time)." */
async function inWords(query: Query, { userAgent, address }: Client, time: number) {
  const [row] = await query<{ browser: string; zone: string }>`
    select coalesce(private.browser_in_words(${userAgent}), 'Unknown browser') as browser,
      private.company_zone() as zone`;
  const { browser = "", zone = "UTC" } = row ?? {};
  // Newer runtimes put a narrow space before AM.
  const written = TIME(time, zone).replaceAll("\u202f", " ");
  return `${browser}, from ${address}, on ${written} (${companyTimeName(zone)}).`;
}

/**
 * Emails people on the team when someone signs in to their account from a browser that it doesn't know.
 * @returns a function that never delays or fails the sign-in
 */
export function newSignIns({ pool, limits, log, now }: AuthParts) {
  const notify = ({ id }: User, client: Client, time: number) =>
    transaction(pool, async (query) => {
      if (!(await isOnTeam(query, id)) || !limits.newSignIn(id)) return;
      const detail = await inWords(query, client, time);
      await postNotice(query, id, "new_sign_in", detail);
    });

  return (user: User, client: Client): void => {
    // Nobody else can have known the password of an account that was never used.
    if (!user.last_sign_in_at) return;
    notify(user, client, now()).catch((err) =>
      log.warn({ err }, "the email about a new sign-in was not queued"),
    );
  };
}
