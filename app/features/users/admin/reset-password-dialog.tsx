import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useRef } from "react";
import { useUnsaved } from "#app/admin-kit/dialogs/unsaved.tsx";
import { useForm, validate } from "#app/admin-kit/forms/use-form.ts";
import type { AdminUser } from "#app/lib/data/database.types.ts";
import { asBackendError, RefusedError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { additionalReason, reason } from "#app/lib/errors/reasons.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { NewPasswordField } from "#app/ui/inputs/new-password-field.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { newPasswordSchema } from "../password.ts";
import * as queries from "../queries.ts";

const words = MESSAGES.users;

/** A rejected password: the function returns 400, and the account's own call 422. */
const isAboutPassword = (cause: unknown) => {
  const { status } = asBackendError(cause);
  return (cause instanceof RefusedError && status === 400) || status === 422;
};

interface ResetPasswordDialogProps {
  open: boolean;
  user: Pick<AdminUser, "id" | "email"> | undefined;
  /** it is the signed-in person's own account */
  own: boolean;
  /** the URL parameter that keeps the dialog open */
  param: string;
  onClose: () => void;
  onChanged?: () => void;
}

/** Sets a user's new password (rule U-2). Their sessions end, except the current one. */
export function ResetPasswordDialog({
  open,
  user,
  own,
  param,
  onClose,
  onChanged,
}: ResetPasswordDialogProps) {
  const client = useQueryClient();
  const reset = useMutation({
    mutationFn: ({ id, password }: { id: string; password: string }): Promise<unknown> =>
      own ? queries.changeOwnPassword(password) : queries.resetPassword(id, password),
    onSuccess: () => {
      onChanged?.();
      toast.success(words.resetTitle, { description: words.reset });
      return client.invalidateQueries({ queryKey: [queries.name] });
    },
    onError: (cause) => {
      if (isAboutPassword(cause)) return;
      const why = additionalReason(words.resetFailed, cause);
      const description = why === words.noSession ? why : [words.resetFailed, why].filter(Boolean);
      toast.error(words.errorTitle, { description: [description].flat().join(": ") });
    },
  });
  return (
    <Dialog
      open={open && user !== undefined}
      onClose={onClose}
      locked={reset.isPending}
      width="sm"
      title="Reset Password"
      description={
        own
          ? "Choose a new password. You'll stay signed in here and be signed out everywhere else."
          : `Enter a new password for ${user?.email}. They'll be signed out everywhere.`
      }
    >
      <ResetForm
        param={param}
        pending={reset.isPending}
        onCancel={onClose}
        onSubmit={async (password) => {
          if (user) await reset.mutateAsync({ id: user.id, password });
        }}
        onDone={onClose}
      />
    </Dialog>
  );
}

interface ResetFormProps {
  param: string;
  pending: boolean;
  onSubmit: (password: string) => Promise<void>;
  onDone: () => void;
  onCancel: () => void;
}

/** Mounted only while the dialog is open, so no password stays in memory. */
function ResetForm({ param, pending, onSubmit, onDone, onCancel }: ResetFormProps) {
  const form = useForm({ password: "" });
  const letGo = useUnsaved(form.dirty, [param]);
  const control = useRef<HTMLFormElement>(null);
  const busy = useRef(false);

  function refuse(password: string | undefined) {
    form.setErrors({ password });
    control.current?.querySelector("input")?.focus();
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    try {
      const outcome = await validate(newPasswordSchema, form.values);
      if ("errors" in outcome) return refuse(outcome.errors.password);
      await onSubmit(outcome.values.password);
      letGo();
      onDone();
    } catch (cause) {
      // Other errors show a toast; the typed password stays.
      if (isAboutPassword(cause)) refuse(reason(cause));
    } finally {
      busy.current = false;
    }
  }

  return (
    <form ref={control} onSubmit={(event) => void submit(event)} noValidate>
      <DialogBody>
        <NewPasswordField
          label="New Password"
          name="new-password"
          error={form.errors.password}
          value={form.values.password}
          onValueChange={(value: string) => form.set("password", value)}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel} disabled={pending}>
          Cancel
        </Button>
        <Button
          type="submit"
          look="primary"
          pending={pending}
          pendingLabel="Resetting..."
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          Reset Password
        </Button>
      </DialogFooter>
    </form>
  );
}
