import { NO_ACCESS, useAccess } from "#app/lib/access/use-access.ts";
import { onDemand } from "#app/ui/on-demand.tsx";
import { useSession } from "./session.tsx";

const Dialog = onDemand(
  async () => (await import("./session-expired-dialog.tsx")).SessionExpiredDialog,
  { early: true },
);

/**
 * Asks the person to sign in again once the session has ended, and for a code if that sign-in, here or in
 * another tab, needs one.
 */
export function SessionExpired({ onSignOut }: { onSignOut: () => void }) {
  const { expired, half } = useSession();
  const isInside = useAccess() !== NO_ACCESS;
  return <Dialog open={expired || (half && isInside)} onSignOut={onSignOut} />;
}
