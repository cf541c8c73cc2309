import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import type { AdminUser } from "#app/lib/data/database.types.ts";
import { AlertOnDemand } from "#app/ui/overlays/alert-on-demand.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { USER_MESSAGES } from "../messages.ts";
import { nameOf } from "../name.ts";
import * as queries from "../queries.ts";

const words = USER_MESSAGES;

interface ResetFactorDialogProps {
  open: boolean;
  user: AdminUser | undefined;
  onClose: () => void;
}

/** Removes a lost second factor, after asking. */
export function ResetFactorDialog({ open, user, onClose }: ResetFactorDialogProps) {
  const client = useQueryClient();
  const reset = useMutation({
    mutationFn: queries.resetSecondFactor,
    onSuccess: (_, person) => toast.success(words.factorReset(nameOf(person))),
    onError: (cause) => toast.failure(words.factorResetFailed, cause),
    onSettled: () => {
      onClose();
      return client.invalidateQueries({ queryKey: [queries.name] });
    },
  });
  const confirm = useOneAtATime(reset.mutateAsync);
  return (
    <AlertOnDemand
      open={open && user !== undefined}
      title="Reset two-step verification?"
      description={`${user && nameOf(user)} is signed out everywhere and signs in with only their password until they set it up again. Make sure the request really came from them.`}
      confirmLabel="Reset two-step verification"
      danger
      pending={reset.isPending}
      onConfirm={() => user && confirm(user)}
      onCancel={onClose}
    />
  );
}
