import type { User } from "@supabase/supabase-js";
import { useQuery } from "@tanstack/react-query";
import { isSessionError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { backoffMs } from "#app/lib/retry/retry-after.ts";
import { keepKnownAdmin } from "./known-admin.ts";
import { hasSessionEnded, isAdminUser, wasAdminUser } from "./queries.ts";
import { useSession } from "./session.tsx";

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** How long to wait before the next question, ms, after so many without an answer. */
const pause = (failures: number) =>
  Math.max(Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS), backoffMs());

export type Access = "admin" | "removed" | "waiting";

/** A session that has ended is a plain no; any other failure is thrown. */
function noForEndedSession(cause: unknown): false {
  if (isSessionError(cause)) return false;
  throw cause;
}

/**
 * Whether the signed-in person is an admin, was one, or waits to be. No answer is neither yes nor no: it is asked for again, at
 * growing intervals, as soon as the network is back, and when the person says so.
 */
export function useAdminCheck(user: User | null) {
  const { signOut } = useSession();
  return useQuery({
    queryKey: ["is_admin_user", user?.id],
    enabled: user !== null,
    // A yes holds for the session: a right taken away meanwhile shows at the next write, with nothing lost.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state }) =>
      state.data === undefined && state.error ? pause(state.errorUpdateCount) : false,
    refetchIntervalInBackground: true,
    refetchOnReconnect: ({ state }) => (state.data === undefined ? "always" : false),
    // Someone else lets the person in: the page that waits for it is looked at again.
    refetchOnWindowFocus: ({ state }) => (state.data && state.data !== "admin" ? "always" : false),
    queryFn: async (): Promise<Access> => {
      try {
        const isAdmin = await isAdminUser().catch(noForEndedSession);
        if (user) keepKnownAdmin(user.id, isAdmin);
        if (isAdmin) return "admin";
        // To the sign-in page then, not to the page of those who wait.
        if (await hasSessionEnded()) await signOut();
        else if (await wasAdminUser()) return "removed";
        return "waiting";
      } catch (cause) {
        console.error(MESSAGES.auth.adminCheck, cause);
        throw cause;
      }
    },
  });
}
