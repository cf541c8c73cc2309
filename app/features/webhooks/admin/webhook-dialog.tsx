import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { EditDialog } from "#app/admin-kit/dialogs/edit-dialog.tsx";
import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { SwitchField } from "#app/admin-kit/forms/switch-field.tsx";
import type { FormApi } from "#app/admin-kit/forms/use-form.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { WEBHOOK_MESSAGES } from "../messages.ts";
import * as queries from "../queries.ts";
import { EVENTS, FORMATS } from "./words.ts";

/** The database validates the URL, because a form can't know where it leads. */
const schema = z.pipe(
  z.object({
    name: z.string().check(z.trim()),
    url: z.string().check(z.trim()),
    format: z.enum(["", "standard", "slack", "teams"]),
    created: z.boolean(),
    replied: z.boolean(),
    changed: z.boolean(),
    won: z.boolean(),
    lost: z.boolean(),
    booked: z.boolean(),
    active: z.boolean(),
  }),
  z.transform(({ created, replied, changed, won, lost, booked, ...rest }) => ({
    ...rest,
    events: [
      ...(created ? ["lead.created" as const] : []),
      ...(replied ? ["lead.replied" as const] : []),
      ...(changed ? ["lead.status_changed" as const] : []),
      ...(won ? ["lead.won" as const] : []),
      ...(lost ? ["lead.lost" as const] : []),
      ...(booked ? ["booking.created" as const] : []),
    ],
  })),
);

const draftOf = (row: queries.Webhook | undefined) => ({
  name: row?.name ?? "",
  url: "",
  format: (row?.format ?? "") as queries.Format | "",
  created: row?.events.includes("lead.created") ?? true,
  replied: row?.events.includes("lead.replied") ?? false,
  changed: row?.events.includes("lead.status_changed") ?? false,
  won: row?.events.includes("lead.won") ?? false,
  lost: row?.events.includes("lead.lost") ?? false,
  booked: row?.events.includes("booking.created") ?? false,
  active: row?.active ?? true,
});
type Draft = ReturnType<typeof draftOf>;

const LABELS = {
  name: "Name",
  url: "Address",
  format: "Format",
  created: EVENTS["lead.created"],
  replied: EVENTS["lead.replied"],
  changed: EVENTS["lead.status_changed"],
  won: EVENTS["lead.won"],
  lost: EVENTS["lead.lost"],
  booked: EVENTS["booking.created"],
  active: "On",
};

interface WebhookDialogProps {
  open: boolean;
  /** undefined: a new one */
  webhook: queries.Webhook | undefined;
  /** the URL parameter that keeps the dialog open */
  param: string;
  onClose: () => void;
  /** receives the secret of a new webhook, or of a new URL, unless Slack or Teams receives the events */
  onSecret: (name: string, secret: string) => void;
}

/** Adds or edits a webhook. */
export function WebhookDialog({ open, webhook, param, onClose, onSecret }: WebhookDialogProps) {
  const client = useQueryClient();
  return (
    <EditDialog
      open={open}
      row={webhook}
      title="New webhook"
      editTitle="Edit webhook"
      param={param}
      draftOf={draftOf}
      schema={schema}
      labels={LABELS}
      fields={(form) => <Fields form={form} host={webhook?.host} />}
      save={async (values, seen) => {
        const { id, secret } = await queries.save(values, seen);
        await client.invalidateQueries({ queryKey: [queries.name] });
        toast.success(WEBHOOK_MESSAGES.saved);
        if (secret) onSecret(values.name, secret);
        const list = client.getQueryData<queries.Webhook[]>([queries.name, "list"]);
        return list?.find((one) => one.id === id);
      }}
      explain={WEBHOOK_MESSAGES.save}
      onClose={onClose}
      onSaved={onClose}
    />
  );
}

/** Slack and Teams check no signature. */
const hasSecret = (format: Draft["format"]) => format === "" || format === "standard";

function Fields({ form, host }: { form: FormApi<Draft>; host: string | undefined }) {
  const keep = host && `Leave empty to keep the current address at ${host}. `;
  return (
    <>
      <TextField
        form={form}
        name="name"
        label={LABELS.name}
        required
        description="A name you'll recognize, like “Slack #leads”."
      />
      <TextField
        form={form}
        name="url"
        label={LABELS.url}
        type="url"
        required={!host}
        placeholder="https://"
        description={`${keep || ""}After you save, only its host is shown.`}
      />
      <div role="status" className="empty:hidden">
        {host && form.values.url.trim() !== "" && hasSecret(form.values.format) && (
          <p className="rounded-md bg-warning-soft px-3 py-2 text-sm">
            A new address gets a new signing secret, shown once when you save. The old secret stops
            working.
          </p>
        )}
      </div>
      <Field
        label={LABELS.format}
        description="Slack and Teams are detected; everything else uses Standard Webhooks."
      >
        <NativeSelect
          choices={[
            { value: "", label: "Automatic" },
            ...Object.entries(FORMATS).map(([value, label]) => ({
              value: value as queries.Format,
              label,
            })),
          ]}
          value={form.values.format}
          onValueChange={(format) => form.set("format", format)}
        />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-sm font-medium">Events</legend>
        <SwitchField form={form} name="created" label={LABELS.created} />
        <SwitchField form={form} name="replied" label={LABELS.replied} />
        <SwitchField form={form} name="changed" label={LABELS.changed} />
        <SwitchField form={form} name="won" label={LABELS.won} />
        <SwitchField form={form} name="lost" label={LABELS.lost} />
        <SwitchField form={form} name="booked" label={LABELS.booked} />
      </fieldset>
      <p className="text-sm text-ink-2">
        Events include the person's name, email address and message.
      </p>
      <SwitchField form={form} name="active" label={LABELS.active} />
    </>
  );
}
