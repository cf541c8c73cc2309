import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { AuthCard } from "./forms/auth-card.tsx";
import type { StateProps } from "./require-role.tsx";

interface OutsideProps extends StateProps {
  email: string | undefined;
  /** they used to have a role */
  removed: boolean;
}

/** In place of the admin, for someone without a role. */
export function Outside({ email, removed, asking, onAgain, onSignOut }: OutsideProps) {
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
