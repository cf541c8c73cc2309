import { Outlet, useNavigate } from "react-router";
import { ConfirmHost } from "#app/components/admin/confirm.tsx";
import { Shell } from "#app/components/admin/shell.tsx";
import { UnsavedProvider } from "#app/components/admin/unsaved.tsx";
import { toast } from "#app/components/ui/toast.tsx";
import { RequireAdmin } from "#app/features/auth/require-admin.tsx";
import { fullName, useSession } from "#app/features/auth/session.tsx";
import { SessionExpiredDialog } from "#app/features/auth/session-expired-dialog.tsx";
import { MESSAGES } from "#app/lib/errors.ts";

/** Every screen but the sign-in page: admins only, inside the shell. */
export default function Protected() {
  const { signOut } = useSession();
  const navigate = useNavigate();

  async function onSignOut() {
    try {
      await signOut();
      toast.success(MESSAGES.auth.signedOut);
      navigate("/admin/login");
    } catch {
      toast.error(MESSAGES.auth.signOutFailed);
    }
  }

  return (
    <RequireAdmin>
      {(user) => (
        <UnsavedProvider>
          <Shell name={fullName(user)} onSignOut={onSignOut}>
            <Outlet />
          </Shell>
          <ConfirmHost />
          <SessionExpiredDialog />
        </UnsavedProvider>
      )}
    </RequireAdmin>
  );
}
