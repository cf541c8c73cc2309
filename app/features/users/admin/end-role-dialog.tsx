import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { ACCESS } from "#app/lib/access/access.ts";
import type { AdminUser } from "#app/lib/data/database.types.ts";
import { additionalReason } from "#app/lib/errors/reasons.ts";
import { AlertDialog } from "#app/ui/overlays/alert-dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { USER_MESSAGES } from "../messages.ts";
import { nameOf } from "../name.ts";
import * as queries from "../queries.ts";
import { RemoveAdminDialog } from "./remove-admin-dialog.tsx";

const words = USER_MESSAGES;

interface EndRoleDialogProps {
  open: boolean;
  user: AdminUser | undefined;
  /** it is the signed-in person's own account */
  own: boolean;
  onClose: () => void;
}

interface Change {
  title: string;
  description: (user: AdminUser | undefined, own: boolean) => string;
  button: string;
  /** @param keep what stays active of a removed person's setup */
  make: (user: AdminUser, keep: string[]) => Promise<unknown>;
  done: (user: AdminUser) => string;
  failed: string;
}

const REVOKE: Change = {
  title: "Revoke invitation?",
  description: (user) => `The link emailed to ${user?.email} stops working right away.`,
  button: "Revoke invitation",
  make: queries.revokeInvitation,
  done: ({ email }) => words.revoked(email),
  failed: words.revokeFailed,
};
const REMOVE: Change = {
  title: "Remove from the team?",
  description: (user, own) =>
    [
      own
        ? "You'll lose access and leave the admin right away."
        : `${user && nameOf(user)} loses access right away.`,
      user?.roles.includes("owner") && "The last owner can't be removed.",
    ]
      .filter(Boolean)
      .join(" "),
  button: "Remove from the team",
  make: queries.remove,
  done: (user) => words.removed(nameOf(user)),
  failed: words.removeFailed,
};

/** Removes a person from the team or revokes their invitation, after asking. */
export function EndRoleDialog({ open, user, own, onClose }: EndRoleDialogProps) {
  const client = useQueryClient();
  // A closing dialog keeps its text until it is gone.
  const [shownUser, setShownUser] = useState(user);
  if (open && user !== shownUser) setShownUser(user);
  const change = shownUser?.roles.length ? REMOVE : REVOKE;
  const run = useMutation({
    mutationFn: ({ of, what, keep }: { of: AdminUser; what: Change; keep: string[] }) =>
      what.make(of, keep),
    onSuccess: async (_, { of, what }) => {
      toast.success(what.done(of));
      onClose();
      // Anyone who gave up their own rights leaves the admin.
      if (own) await client.invalidateQueries({ queryKey: [ACCESS] });
    },
    onError: (cause, { what }) => {
      onClose();
      toast.error(words.errorTitle, {
        description: additionalReason(what.failed, cause) ?? what.failed,
      });
    },
    // Refetch after an error too: someone else may have changed these rights.
    onSettled: (_, cause) =>
      own && !cause ? undefined : client.invalidateQueries({ queryKey: [queries.name] }),
  });
  const confirm = useOneAtATime(run.mutateAsync);
  const shown = open && user !== undefined;
  const asked = {
    title: change.title,
    description: change.description(shownUser, own),
    confirmLabel: change.button,
    pending: run.isPending,
    onCancel: onClose,
  };
  const go = (keep: string[]) => shownUser && confirm({ of: shownUser, what: change, keep });
  if (change === REMOVE)
    return (
      shownUser && (
        <RemoveAdminDialog {...asked} open={shown} user={shownUser} own={own} onConfirm={go} />
      )
    );
  return <AlertDialog {...asked} open={shown} danger onConfirm={() => go([])} />;
}
