import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useUnsaved } from "#app/admin-kit/dialogs/unsaved.tsx";
import { useForm, validate } from "#app/admin-kit/forms/use-form.ts";
import { asBackendError } from "#app/lib/errors/backend-error.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { PasswordInput } from "#app/ui/inputs/input.tsx";
import { NewPasswordField } from "#app/ui/inputs/new-password-field.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { MIN_TEAM_PASSWORD_LENGTH } from "#contract/account-rules.ts";
import { useSession } from "../session.tsx";
import { FormCard } from "./form-card.tsx";
import { ACCOUNT_MESSAGES } from "./messages.ts";
import { changePassword, SESSIONS } from "./queries.ts";
import { passwordSchema } from "./schema.ts";

const words = ACCOUNT_MESSAGES;
const EMPTY = { current: "", password: "" };

/** Which of the two passwords a refusal is about, if any. */
function fieldOf(cause: unknown): keyof typeof EMPTY | undefined {
  const { code, status } = asBackendError(cause);
  if (code?.startsWith("current_password_")) return "current";
  return status === 422 ? "password" : undefined;
}

/** Asks for the current password, so that an unlocked screen isn't enough to take over the account. */
export function PasswordCard() {
  const { user } = useSession();
  const client = useQueryClient();
  const form = useForm(EMPTY);
  useUnsaved(form.dirty);
  const saving = useMutation({
    mutationFn: ({ current, password }: typeof EMPTY) => changePassword(current, password),
    onSuccess: () => {
      form.reset(EMPTY);
      toast.success(words.passwordChanged, { description: words.passwordChangedElsewhere });
      return client.invalidateQueries({ queryKey: [SESSIONS] });
    },
    onError: (cause) => {
      if (!fieldOf(cause)) toast.failure(words.passwordFailed, cause);
    },
  });

  async function submit() {
    const outcome = await validate(passwordSchema, form.values);
    if ("errors" in outcome) {
      form.setErrors(outcome.errors);
      return Object.keys(outcome.errors)[0];
    }
    try {
      await saving.mutateAsync(outcome.values);
    } catch (cause) {
      const field = fieldOf(cause);
      if (field) form.setErrors({ [field]: reason(cause) });
      return field;
    }
    return undefined;
  }

  return (
    <FormCard
      title="Password"
      pending={saving.isPending}
      submitLabel="Change password"
      pendingLabel="Changing..."
      onSubmit={submit}
    >
      {/* Password managers save the password under this name. */}
      <input
        type="hidden"
        name="username"
        autoComplete="username"
        value={user?.email ?? ""}
        readOnly
      />
      <Field label="Current password" error={form.errors.current}>
        <PasswordInput
          name="current"
          autoComplete="current-password"
          required
          value={form.values.current}
          onValueChange={(value: string) => form.set("current", value)}
        />
      </Field>
      <NewPasswordField
        label="New password"
        name="password"
        shortest={MIN_TEAM_PASSWORD_LENGTH}
        note="You'll be signed out everywhere else."
        error={form.errors.password}
        value={form.values.password}
        onValueChange={(value: string) => form.set("password", value)}
      />
    </FormCard>
  );
}
