import type { User } from "@supabase/supabase-js";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { isSessionError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { backoffMs } from "#app/lib/retry/retry-after.ts";
import { stopWaiting } from "#app/lib/retry/when-back.ts";
import { Spinner } from "#app/ui/display/spinner.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { AuthCard } from "./forms/auth-card.tsx";
import { keepKnownAdmin } from "./known-admin.ts";
import { hasSessionEnded, isAdminUser, wasAdminUser } from "./queries.ts";
import { useSession } from "./session.tsx";

interface RequireAdminProps {
  onSignOut: () => void;
  /** @param user an admin; undefined until known, when no site data may be shown */
  children: (user: User | undefined) => ReactNode;
}

/**
 * Lets only admins through. Without a session, redirects to sign-in, which remembers the target.
 * Without the right, shows why. Until either is known, shows only a frame.
 */
export function RequireAdmin({ onSignOut, children }: RequireAdminProps) {
  const { loading, user, recovering, expired, signOut } = useSession();
  const { pathname, search } = useLocation();
  const check = useAdminCheck(user);

  useEffect(() => stopWaiting, []);

  const outside = check.data !== "admin";
  useEffect(() => {
    // Nothing is typed yet, so signing in again needs no dialog on top of it.
    if (expired && outside) void signOut();
  }, [expired, outside, signOut]);

  const waits = user ? check.data === undefined && check.errorUpdateCount === 0 : loading;
  if (waits && !recovering) return children(undefined);
  if (recovering) return <Navigate to="/admin/login" replace />;
  if (!user)
    return (
      <Navigate to={`/admin/login?${new URLSearchParams({ to: pathname + search })}`} replace />
    );
  if (check.data === "admin") return children(user);
  const state = { asking: check.isFetching, onAgain: () => void check.refetch(), onSignOut };
  if (check.data)
    return <Outside email={user.email} removed={check.data === "removed"} {...state} />;
  return <NoAnswer {...state} />;
}

interface StateProps {
  asking: boolean;
  onAgain: () => void;
  onSignOut: () => void;
}

function NoAnswer({ asking, onAgain, onSignOut }: StateProps) {
  return (
    <AuthCard>
      <div role="status" className="grid gap-2">
        <h2 className="flex items-center gap-2.5 font-display text-lg font-semibold">
          <Spinner className="size-4 text-accent" />
          Checking your access…
        </h2>
        <p className="text-sm text-ink-2">The server isn't responding. Trying again…</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" pending={asking} onClick={onAgain}>
          Try again
        </Button>
        <Button onClick={onSignOut}>Sign Out</Button>
      </div>
    </AuthCard>
  );
}

interface OutsideProps extends StateProps {
  email: string | undefined;
  /** they used to be an admin */
  removed: boolean;
}

function Outside({ email, removed, asking, onAgain, onSignOut }: OutsideProps) {
  return (
    <AuthCard>
      <div role="status" className="grid gap-2">
        <h2 className="font-display text-lg font-semibold">
          {removed ? MESSAGES.auth.removed : MESSAGES.auth.waits}
        </h2>
        <p className="text-sm text-ink-2">
          You're signed in as <span className="font-medium wrap-anywhere text-ink">{email}</span>.
          {removed
            ? "If you need access again, ask an admin to invite you on the Users screen."
            : "Ask an admin to invite you on the Users screen."}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" pending={asking} onClick={onAgain}>
          Check again
        </Button>
        <Button onClick={onSignOut}>Sign Out</Button>
      </div>
    </AuthCard>
  );
}

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** How long to wait before the next check, in ms, after this many failures. */
const pause = (failures: number) =>
  Math.max(Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS), backoffMs());

type Access = "admin" | "removed" | "waiting";

/** An ended session counts as no; any other failure is rethrown. */
function noForEndedSession(cause: unknown): false {
  if (isSessionError(cause)) return false;
  throw cause;
}

/**
 * Whether the signed-in person is an admin, was one, or is waiting for access. A failed check is
 * retried at growing intervals, on reconnect, and on request.
 */
function useAdminCheck(user: User | null) {
  const { signOut } = useSession();
  return useQuery({
    queryKey: ["is_admin_user", user?.id],
    enabled: user !== null,
    // A yes is cached for the session. If the rights end, the next write is refused.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state }) =>
      state.data === undefined && state.error ? pause(state.errorUpdateCount) : false,
    refetchIntervalInBackground: true,
    refetchOnReconnect: ({ state }) => (state.data === undefined ? "always" : false),
    // Someone else grants access, so the waiting page checks again when it regains focus.
    refetchOnWindowFocus: ({ state }) => (state.data && state.data !== "admin" ? "always" : false),
    queryFn: async (): Promise<Access> => {
      try {
        const isAdmin = await isAdminUser().catch(noForEndedSession);
        if (user) keepKnownAdmin(user.id, isAdmin);
        if (isAdmin) return "admin";
        // Then go to the sign-in page, not to the waiting page.
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
