import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOneAtATime } from "#app/components/admin/use-one-at-a-time.ts";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import { toast } from "#app/components/ui/toast.tsx";
import * as queries from "#app/features/users/queries.ts";
import type { AdminUser } from "#app/lib/database.types.ts";
import { MESSAGES, reasonBeside } from "#app/lib/errors.ts";

const words = MESSAGES.users;

interface RoleDialogProps {
  open: boolean;
  user: AdminUser | undefined;
  /** it is the signed-in person's own account */
  own: boolean;
  onClose: () => void;
}

/** Makes a user an admin, or no longer one, after asking. */
export function RoleDialog({ open, user, own, onClose }: RoleDialogProps) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (of: AdminUser) => queries.setAdmin(of, !of.is_admin),
    onSuccess: async (_, { email, is_admin }) => {
      toast.success(is_admin ? words.unmade(email) : words.made(email));
      onClose();
      // Whoever gave up their own rights is shown out.
      if (own) await client.invalidateQueries({ queryKey: ["is_admin_user"] });
    },
    onError: (cause) => {
      onClose();
      toast.error(words.errorTitle, {
        description: reasonBeside(words.roleFailed, cause) ?? words.roleFailed,
      });
    },
    // Also after a refusal: someone else changed these rights, as it seems.
    onSettled: (_, cause) =>
      own && !cause ? undefined : client.invalidateQueries({ queryKey: [queries.name] }),
  });
  const confirm = useOneAtATime(change.mutateAsync);
  // The words of a closing dialog stay what they were until it is gone.
  const [kept, setKept] = useState(user);
  if (open && user !== kept) setKept(user);
  const who = own ? "your own account" : kept?.email;
  return (
    <AlertDialog
      open={open && user !== undefined}
      title={kept?.is_admin ? "Remove admin rights?" : "Make admin?"}
      description={
        kept?.is_admin
          ? `Admin rights are taken from ${who} at once${own ? ", and you leave the admin" : ""}. One admin always stays: the last one can't be removed.`
          : `${who} will see and change everything here: texts, prices, submissions, settings and users.`
      }
      confirmLabel={kept?.is_admin ? "Remove admin" : "Make admin"}
      danger={kept?.is_admin}
      pending={change.isPending}
      onConfirm={() => kept && confirm(kept)}
      onCancel={onClose}
    />
  );
}
