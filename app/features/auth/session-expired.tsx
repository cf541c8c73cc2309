import { onDemand } from "#app/ui/on-demand.tsx";
import { useSession } from "./session.tsx";
import type { SessionExpiredProps } from "./session-expired-dialog.tsx";

const Dialog = onDemand<SessionExpiredProps>(
  async () => (await import("./session-expired-dialog.tsx")).SessionExpiredDialog,
  ({ open }) => open,
  { early: true },
);

/** Asks the person to sign in again once the session has ended. */
export const SessionExpired = () => <Dialog open={useSession().expired} />;
