import type { Caller } from "#server/backend/postgres/caller.ts";

/** How long an answer of the database is cached, in milliseconds. */
const CACHE_MS = 30_000;
/** More sessions than are ever open at once; beyond it, the oldest entries are evicted. */
const MOST = 10_000;

interface Answer {
  hasRole: Promise<boolean>;
  until: number;
}

/**
 * Tells staff from people who only have an account. Anybody can create one, so they get the limits
 * of visitors. This only sets resource limits; the database checks permissions with each request.
 * @param hasRole asks the database
 * @param now milliseconds of a monotonic clock
 * @param sessions the cached answers, oldest first; tests inspect it
 */
export function createStaff(
  hasRole: (caller: Caller) => Promise<boolean>,
  now: () => number = () => performance.now(),
  sessions = new Map<string, Answer>(),
) {
  return async (caller: Caller): Promise<boolean> => {
    if (caller.role !== "authenticated") return caller.role === "service_role";
    // The same session has no role before its second factor is proved, and has one right after.
    const session = `${caller.claims.session_id} ${caller.claims.aal}`;
    const known = sessions.get(session);
    if (known && known.until > now()) return known.hasRole;
    const answer: Answer = { hasRole: hasRole(caller), until: now() + CACHE_MS };
    sessions.delete(session);
    sessions.set(session, answer);
    for (const [oldest, { until }] of sessions) {
      if (until > now()) break;
      sessions.delete(oldest);
    }
    if (sessions.size > MOST) sessions.delete(sessions.keys().next().value as string);
    answer.hasRole.catch(() => sessions.delete(session));
    return answer.hasRole;
  };
}
