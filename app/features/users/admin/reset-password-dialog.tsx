import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useUnsaved } from "#app/admin-kit/dialogs/unsaved.tsx";
import { useForm, validate } from "#app/admin-kit/forms/use-form.ts";
import type { AdminUser } from "#app/lib/data/database.types.ts";
import { asBackendError, RefusedError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { additionalReason, reason } from "#app/lib/errors/reasons.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { PasswordInput } from "#app/ui/inputs/input.tsx";
import { NewPasswordField } from "#app/ui/inputs/new-password-field.tsx";
import { Dialog, DialogBody, FormFooter } from "#app/ui/overlays/dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { USER_MESSAGES } from "../messages.ts";
import { nameOf } from "../name.ts";
import { newPasswordSchema, shortestFor } from "../password.ts";
import * as queries from "../queries.ts";

const words = USER_MESSAGES;

/** The server asks for the current password, or rejects it. */
const isAboutCurrent = (cause: unknown) =>
  /^current_password_/.test(asBackendError(cause).code ?? "");

/** A rejected password: the function returns 400, and the account's own call 422. */
const isAboutPassword = (cause: unknown) => {
  const { status } = asBackendError(cause);
  return (cause instanceof RefusedError && status === 400) || status === 422;
};

interface ResetPasswordDialogProps {
  open: boolean;
  user: (Pick<AdminUser, "id" | "email" | "full_name"> & { roles?: string[] }) | undefined;
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
    mutationFn: ({ id, password, current }: Passwords & { id: string }): Promise<unknown> =>
      own ? queries.changeOwnPassword(password, current) : queries.resetPassword(id, password),
    onSuccess: () => {
      onChanged?.();
      toast.success(words.resetTitle, { description: words.reset });
      return client.invalidateQueries({ queryKey: [queries.name] });
    },
    onError: (cause) => {
      if (isAboutPassword(cause) || isAboutCurrent(cause)) return;
      const why = additionalReason(words.resetFailed, cause);
      const description =
        why === MESSAGES.users.noSession ? why : [words.resetFailed, why].filter(Boolean);
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
          : `Enter a new password for ${user && nameOf(user)}. They'll be signed out everywhere.`
      }
    >
      <ResetForm
        shortest={shortestFor(own || user?.roles?.length !== 0)}
        param={param}
        pending={reset.isPending}
        onCancel={onClose}
        onSubmit={async (passwords) => {
          if (user) await reset.mutateAsync({ id: user.id, ...passwords });
        }}
        onDone={onClose}
      />
    </Dialog>
  );
}

interface Passwords {
  password: string;
  /** empty until the server asks for it */
  current: string;
}

interface ResetFormProps {
  /** minimum length in characters */
  shortest: number;
  param: string;
  pending: boolean;
  onSubmit: (passwords: Passwords) => Promise<void>;
  onDone: () => void;
  onCancel: () => void;
}

/** Mounted only while the dialog is open, so no password stays in memory. */
function ResetForm({ shortest, param, pending, onSubmit, onDone, onCancel }: ResetFormProps) {
  const form = useForm({ password: "", current: "" });
  const [asksCurrent, setAsksCurrent] = useState(false);
  const allowLeaving = useUnsaved(form.dirty, [param]);
  const control = useRef<HTMLFormElement>(null);
  const busy = useRef(false);

  function refuse(errors: Partial<Passwords>) {
    form.setErrors(errors);
    control.current?.querySelector("input")?.focus();
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    try {
      const outcome = await validate(newPasswordSchema(shortest), form.values);
      if ("errors" in outcome) return refuse({ password: outcome.errors.password });
      await onSubmit({ ...outcome.values, current: form.values.current });
      allowLeaving();
      onDone();
    } catch (cause) {
      // Other errors show a toast; the typed password stays.
      if (isAboutCurrent(cause)) {
        flushSync(() => setAsksCurrent(true));
        refuse({ current: reason(cause) });
      } else if (isAboutPassword(cause)) refuse({ password: reason(cause) });
    } finally {
      busy.current = false;
    }
  }

  return (
    <form ref={control} onSubmit={(event) => void submit(event)} noValidate>
      <DialogBody>
        {asksCurrent && (
          <Field label="Current Password" error={form.errors.current}>
            <PasswordInput
              name="current-password"
              autoComplete="current-password"
              value={form.values.current}
              onChange={({ target }) => form.set("current", target.value)}
            />
          </Field>
        )}
        <NewPasswordField
          label="New Password"
          name="new-password"
          shortest={shortest}
          error={form.errors.password}
          value={form.values.password}
          onValueChange={(value: string) => form.set("password", value)}
        />
      </DialogBody>
      <FormFooter
        label="Reset Password"
        pendingLabel="Resetting..."
        pending={pending}
        onCancel={onCancel}
      />
    </form>
  );
}
