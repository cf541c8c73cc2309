import type { User } from "@supabase/supabase-js";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Navigate, useLocation } from "react-router";
import { ACCESS, type Access, accessOf } from "#app/lib/access/access.ts";
import { AccessHere, NO_ACCESS } from "#app/lib/access/use-access.ts";
import { isSessionError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { backoffMs } from "#app/lib/retry/retry-after.ts";
import { stopWaiting } from "#app/lib/retry/when-back.ts";
import { ScreenSpinner, Spinner } from "#app/ui/display/spinner.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { AuthCard } from "./forms/auth-card.tsx";
import { forgetKnownAdmin, keepKnownAdmin } from "./known-admin.ts";
import { hasSessionEnded, isAdminUser, myRoles, mySecondFactor, wasAdminUser } from "./queries.ts";
import { useSession } from "./session.tsx";

interface RequireRoleProps {
  /** whether the person is signing out: then sign-in leads to the dashboard */
  leaving: boolean;
  onSignOut: () => void;
  /** @param user someone with a role; undefined until known, when no site data may be shown */
  children: (user: User | undefined) => ReactNode;
}

/**
 * Lets people with any role through, and provides what they may use. Without a session, redirects to
 * sign-in, which remembers the target unless the person signed out. Without a role, shows why. Until
 * either is known, shows only a frame.
 */
export function RequireRole({ leaving, onSignOut, children }: RequireRoleProps) {
  const { loading, user, recovering, expired, signOut } = useSession();
  const { pathname, search } = useLocation();
  const settingUp = useRef(false);
  const check = useAccessCheck(user, settingUp);
  const access = typeof check.data === "object" ? check.data : undefined;

  useEffect(() => stopWaiting, []);

  const outside = !access;
  useEffect(() => {
    // Nothing is typed yet, so signing in again needs no dialog on top of it.
    if (expired && outside) void signOut();
  }, [expired, outside, signOut]);

  const waits = user ? check.data === undefined && check.errorUpdateCount === 0 : loading;
  if (!recovering && (waits || (user && access)))
    return (
      <AccessHere value={access ?? NO_ACCESS}>{children(access && (user ?? undefined))}</AccessHere>
    );
  if (recovering || !user) {
    const query = recovering || leaving ? "" : `?${new URLSearchParams({ to: pathname + search })}`;
    return <Navigate to={`/admin/login${query}`} replace />;
  }
  return <NotLetIn user={user} check={check} settingUp={settingUp} onSignOut={onSignOut} />;
}

interface NotLetInProps {
  user: User;
  check: ReturnType<typeof useAccessCheck>;
  /** set while the check must not run automatically */
  settingUp: RefObject<boolean>;
  onSignOut: () => void;
}

/** Says why a signed-in person sees nothing yet, and what to do. */
function NotLetIn({ user, check, settingUp, onSignOut }: NotLetInProps) {
  const state = { asking: check.isFetching, onAgain: () => void check.refetch(), onSignOut };
  if (check.data === "code" || check.data === "setup")
    return (
      <MissingFactor
        missing={check.data}
        email={user.email ?? ""}
        onBegin={() => {
          settingUp.current = true;
        }}
        onProved={async () => {
          // It replaces a check on its way, which may predate the proof.
          const { error } = await check.refetch();
          if (error) throw error;
        }}
        onSignOut={onSignOut}
      />
    );
  if (check.data)
    return <Outside email={user.email} removed={check.data === "removed"} {...state} />;
  return <NoAnswer {...state} />;
}

/** Few people see it at each visit. */
const MissingFactor = onDemand(
  async () => (await import("./second-factor/missing-factor.tsx")).MissingFactor,
  { fallback: <ScreenSpinner /> },
);

/** Shown after an answer, so there is a network to load it. */
const Outside = onDemand(async () => (await import("./outside.tsx")).Outside, {
  fallback: <ScreenSpinner />,
});

export interface StateProps {
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

const FIRST_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** How long to wait before the next check, in ms, after this many failures. */
const pause = (failures: number) =>
  Math.max(Math.min(FIRST_MS * 2 ** (failures - 1), MAX_PAUSE_MS), backoffMs());

/** An ended session counts as no; any other failure is rethrown. */
function noForEndedSession(cause: unknown): false {
  if (isSessionError(cause)) return false;
  throw cause;
}

/** Why a signed-in person is not let in; "code" and "setup" are about their second factor. */
type NotIn = "removed" | "waiting" | "code" | "setup";

/**
 * What the signed-in person may use, or why nothing. A failed check
 * is retried at growing intervals, on reconnect, and on request.
 */
function useAccessCheck(user: User | null, settingUp: RefObject<boolean>) {
  const { signOut } = useSession();
  return useQuery<Access | NotIn>({
    queryKey: [ACCESS, user?.id],
    enabled: user !== null,
    // Cached for the session. If a right ends, the next write is refused (askRolesAgain).
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state }) =>
      state.data === undefined && state.error ? pause(state.errorUpdateCount) : false,
    refetchIntervalInBackground: true,
    refetchOnReconnect: ({ state }) => (state.data === undefined ? "always" : false),
    // Someone else grants access, or another tab did, so the page checks again when it regains focus.
    refetchOnWindowFocus: ({ state }) =>
      typeof state.data === "string" && !settingUp.current ? "always" : false,
    queryFn: async ({ signal }) => {
      try {
        const isAdmin = await isAdminUser().catch(noForEndedSession);
        if (isAdmin && user) keepKnownAdmin(user.id);
        else forgetKnownAdmin();
        if (isAdmin) return accessOf(["admin"]);
        // Then go to the sign-in page, not to the waiting page. A newer check may have opened the screen.
        if (await hasSessionEnded()) {
          if (!signal.aborted) await signOut();
          return "waiting";
        }
        const factor = await mySecondFactor();
        if (factor.enrolled && !factor.proved) return "code";
        if (factor.required && !factor.enrolled) return "setup";
        const roles = await myRoles();
        if (roles.length > 0) return accessOf(roles);
        return (await wasAdminUser()) ? "removed" : "waiting";
      } catch (cause) {
        console.error(MESSAGES.auth.adminCheck, cause);
        throw cause;
      }
    },
  });
}
