import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { notifySent } from "#app/admin-kit/shell/notify-sent.ts";
import type { AdminUser } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { additionalReason } from "#app/lib/errors/reasons.ts";
import { AlertDialog } from "#app/ui/overlays/alert-dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import * as queries from "../queries.ts";
import { RemoveAdminDialog } from "./remove-admin-dialog.tsx";

const words = MESSAGES.users;

interface RoleDialogProps {
  open: boolean;
  user: AdminUser | undefined;
  /** it is the signed-in person's own account */
  own: boolean;
  onClose: () => void;
}

interface Change {
  title: string;
  /** @param who the email address, or "your own account" */
  description: (who: string, own: boolean) => string;
  button: string;
  danger: boolean;
  /** @param keep what stays active of a removed admin's setup */
  make: (user: AdminUser, keep: string[]) => Promise<unknown>;
  done: (email: string) => string;
  /** the email that was sent, if any */
  mail?: string;
  failed: string;
}

const INVITE: Change = {
  title: "Make admin?",
  description: (who) =>
    `We email an invitation to ${who}. Once they accept, they can see and change everything here: texts, prices, leads, settings and users.`,
  button: "Send invitation",
  danger: false,
  make: queries.invite,
  done: words.invited,
  mail: "the invitation",
  failed: words.inviteFailed,
};
const REVOKE: Change = {
  title: "Revoke invitation?",
  description: (who) => `The link emailed to ${who} stops working right away.`,
  button: "Revoke invitation",
  danger: true,
  make: queries.revokeInvitation,
  done: words.revoked,
  failed: words.revokeFailed,
};
const REMOVE: Change = {
  title: "Remove admin rights?",
  description: (who, own) =>
    `${own ? "You'll lose" : `${who} loses`} access right away${own ? " and be taken out of the admin" : ""}. The last admin can't be removed.`,
  button: "Remove admin",
  danger: true,
  make: queries.removeAdmin,
  done: words.adminRemoved,
  failed: words.roleFailed,
};

/** The possible change to an account's rights, by its current state. */
const changeOf = (user: AdminUser | undefined) =>
  user?.is_admin ? REMOVE : user?.invited_until ? REVOKE : INVITE;

/** Invites a user to be an admin, revokes the invitation, or removes the rights, after asking. */
export function RoleDialog({ open, user, own, onClose }: RoleDialogProps) {
  const client = useQueryClient();
  // A closing dialog keeps its text until it is gone.
  const [shownUser, setShownUser] = useState(user);
  if (open && user !== shownUser) setShownUser(user);
  const change = changeOf(shownUser);
  const run = useMutation({
    mutationFn: ({ of, what, keep }: { of: AdminUser; what: Change; keep: string[] }) =>
      what.make(of, keep),
    onSuccess: async (_, { of, what }) => {
      if (what.mail) await notifySent(what.done(of.email), what.mail);
      else toast.success(what.done(of.email));
      onClose();
      // Anyone who gave up their own rights leaves the admin.
      if (own) await client.invalidateQueries({ queryKey: ["is_admin_user"] });
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
    description: change.description(own ? "your own account" : (shownUser?.email ?? ""), own),
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
  return <AlertDialog {...asked} open={shown} danger={change.danger} onConfirm={() => go([])} />;
}
