import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useUnsaved } from "#app/admin-kit/dialogs/unsaved.tsx";
import { useForm, validate } from "#app/admin-kit/forms/use-form.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { fullName, useSession } from "../session.tsx";
import { FormCard } from "./form-card.tsx";
import { ACCOUNT_MESSAGES } from "./messages.ts";
import { changeName } from "./queries.ts";
import { nameSchema } from "./schema.ts";

const words = ACCOUNT_MESSAGES;

/** The name that colleagues see. */
export function NameCard() {
  const { user } = useSession();
  const client = useQueryClient();
  const form = useForm({ full_name: (user && fullName(user)) ?? "" });
  useUnsaved(form.dirty);
  const saving = useMutation({
    mutationFn: ({ full_name }: { full_name: string; typed: string }) => changeName(full_name),
    onSuccess: (_, { full_name, typed }) => {
      // What was typed during the request stays, unsaved.
      form.reset({ full_name }, form.values.full_name === typed ? undefined : form.values);
      toast.success(words.nameSaved);
      // Lists name people, too.
      return client.invalidateQueries();
    },
    onError: (cause) => toast.failure(words.nameFailed, cause),
  });

  async function submit() {
    const outcome = await validate(nameSchema, form.values);
    if ("errors" in outcome) {
      form.setErrors(outcome.errors);
      return "full_name";
    }
    await saving
      .mutateAsync({ ...outcome.values, typed: form.values.full_name })
      .catch(() => undefined);
    return undefined;
  }

  return (
    <FormCard
      title="Name"
      pending={saving.isPending}
      submitLabel="Save name"
      pendingLabel="Saving..."
      onSubmit={submit}
    >
      <Field
        label="Full name"
        description="Your colleagues see it. Visitors don't."
        error={form.errors.full_name}
      >
        <Input
          name="full_name"
          autoComplete="name"
          required
          value={form.values.full_name}
          onValueChange={(value: string) => form.set("full_name", value)}
        />
      </Field>
    </FormCard>
  );
}
