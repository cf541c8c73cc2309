import type { User } from "@supabase/supabase-js";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { ScreenSpinner } from "#app/components/ui/spinner.tsx";
import { hasSessionEnded, isAdminUser } from "#app/features/auth/queries.ts";
import { useSession } from "#app/features/auth/session.tsx";
import { MESSAGES } from "#app/lib/errors.ts";

/** Whether the signed-in person is an admin; a failed check counts as no (rule R-3). */
function useAdminCheck(user: User | null) {
  const { signOut } = useSession();
  return useQuery({
    queryKey: ["is_admin_user", user?.id],
    enabled: user !== null,
    // Asked once a session: a right taken away meanwhile shows at the next write, with nothing lost.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      try {
        if (await isAdminUser()) return true;
        // To the sign-in page then, not to the public site.
        if (await hasSessionEnded()) await signOut();
        return false;
      } catch (cause) {
        console.error(MESSAGES.auth.adminCheck, cause);
        return false;
      }
    },
  });
}

/**
 * Lets admins through and no one else: without a session to the sign-in page, which remembers where
 * the person was going; without the right to the public site.
 */
export function RequireAdmin({ children }: { children: (user: User) => ReactNode }) {
  const { loading, user, recovering } = useSession();
  const { pathname, search } = useLocation();
  const check = useAdminCheck(user);
  const refused = user !== null && check.data === false;

  useEffect(() => {
    // The public site is another document, without React: the browser goes there itself.
    if (refused && !recovering) window.location.replace("/");
  }, [refused, recovering]);

  if (loading) return <ScreenSpinner />;
  if (recovering) return <Navigate to="/admin/login" replace />;
  if (!user)
    return (
      <Navigate to={`/admin/login?${new URLSearchParams({ to: pathname + search })}`} replace />
    );
  if (check.isPending) return <ScreenSpinner />;
  return refused ? null : children(user);
}
