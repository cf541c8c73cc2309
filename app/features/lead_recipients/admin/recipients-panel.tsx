import { useQueryClient } from "@tanstack/react-query";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { EditDialog } from "#app/admin-kit/dialogs/edit-dialog.tsx";
import { NEW, useOpenedRow } from "#app/admin-kit/dialogs/use-opened-row.ts";
import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { ItemLayout } from "#app/admin-kit/forms/item-layout.tsx";
import { SwitchField } from "#app/admin-kit/forms/switch-field.tsx";
import { useList } from "#app/admin-kit/lists/list-params.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { Prepared } from "#app/admin-kit/prepared/prepared.ts";
import { useDelete } from "#app/admin-kit/resource/use-actions.ts";
import type { RowOf } from "#app/lib/data/table-store.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Card } from "#app/ui/display/card.tsx";
import { Email } from "#app/ui/display/email.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { Button, IconButton } from "#app/ui/inputs/button.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { RECIPIENT_MESSAGES } from "../messages.ts";
import { MAX_RECIPIENTS, recipients } from "../queries.ts";
import { recipientSchema } from "../schema.ts";
import { NoticeSwitches } from "./notice-switches.tsx";

type Recipient = RowOf<"lead_recipients">;

const words = RECIPIENT_MESSAGES;
const PARAM = "recipient";
const LABELS = {
  email: "Email",
  platforms: "Platforms",
  volumes: "Monthly volume",
  is_active: "Active",
};

const draftOf = (row?: Recipient) => ({
  email: row?.email ?? "",
  platforms: row?.platforms ?? [],
  volumes: row?.volumes ?? [],
  is_active: row?.is_active ?? true,
});

const inWords = (many: readonly string[], any: string) => many.join(", ") || any;

interface RecipientsPanelProps {
  /** the contact form's current choices */
  platforms: readonly string[];
  volumes: readonly string[];
  /** gets the notices that no listed recipient gets */
  contactEmail: string;
}

/** Who gets emails about new leads. Saved live at once, never into a change set. */
export const RecipientsPanel = (props: RecipientsPanelProps) => (
  <Prepared value={undefined}>
    <Recipients {...props} />
  </Prepared>
);

function Recipients({ platforms, volumes, contactEmail }: RecipientsPanelProps) {
  const client = useQueryClient();
  const list = useList<Recipient>(recipients, { pageSize: MAX_RECIPIENTS });
  const editing = useOpenedRow<Recipient>(PARAM, list.query.data?.rows, recipients);
  const remove = useDelete<Recipient>({
    name: recipients.name,
    here: () => recipients,
    messages: words,
  });
  const addButton = (
    <Button look="primary" onClick={() => editing.openAt(NEW)}>
      <Plus aria-hidden />
      Add address
    </Button>
  );
  return (
    <section aria-label="Lead Notifications" className="grid gap-4">
      <p className="max-w-prose text-sm text-ink-2 wrap-anywhere">
        Each new lead is emailed to every matching address below. If none matches, it goes to{" "}
        {contactEmail ? <Email address={contactEmail} /> : "the contact email"}.
      </p>
      <ListStates
        query={list.query}
        explain={words.load}
        loading={<SkeletonList count={2} label="Loading…" itemClassName="h-20" />}
        empty={({ total }) =>
          total > 0 ? undefined : (
            <EmptyState title="No addresses yet" action={addButton}>
              Every notification goes to{" "}
              {contactEmail ? <Email address={contactEmail} /> : "the contact email"}.
            </EmptyState>
          )
        }
      >
        {({ rows }) => (
          <>
            <ul className="grid gap-3">
              {rows.map((row) => (
                <li key={row.id} className="min-w-0">
                  <Card dimmed={!row.is_active}>
                    <ItemLayout
                      title={<Email address={row.email} />}
                      badges={!row.is_active && <Badge>Inactive</Badge>}
                      actions={
                        <>
                          <IconButton
                            label={`Edit ${row.email}`}
                            icon={<Pencil aria-hidden />}
                            onClick={() => editing.openAt(row.id)}
                          />
                          <IconButton
                            label={`Delete ${row.email}`}
                            look="danger-ghost"
                            icon={<Trash2 aria-hidden />}
                            onClick={() =>
                              remove(row, {
                                by: "dialog",
                                title: "Delete address?",
                                label: `${row.email} no longer gets lead notifications.`,
                              })
                            }
                          />
                        </>
                      }
                    >
                      {inWords(row.platforms, "All platforms")} ·{" "}
                      {inWords(row.volumes, "any volume")}
                    </ItemLayout>
                  </Card>
                </li>
              ))}
            </ul>
            <div>{addButton}</div>
          </>
        )}
      </ListStates>
      <NoticeSwitches />
      <EditDialog
        open={editing.open}
        row={editing.row}
        param={PARAM}
        title="New address"
        editTitle="Edit address"
        table={recipients.name}
        draftOf={draftOf}
        schema={recipientSchema}
        labels={LABELS}
        fields={(form) => (
          <>
            <TextField form={form} name="email" label={LABELS.email} type="email" required />
            {(["platforms", "volumes"] as const).map((name) => (
              <ChoiceBoxes
                key={name}
                label={LABELS[name]}
                none={`Leave empty for any ${name === "platforms" ? "platform" : "volume"}.`}
                choices={name === "platforms" ? platforms : volumes}
                chosen={form.values[name]}
                onChange={(chosen) => form.set(name, chosen)}
              />
            ))}
            <SwitchField
              form={form}
              name="is_active"
              label={LABELS.is_active}
              description="Inactive addresses get no notifications."
            />
          </>
        )}
        save={async (values, seen, newId) => {
          const stored = seen
            ? await recipients.update(seen, values)
            : await recipients.insertOnce(newId, values);
          toast.success(words.saved);
          await client.invalidateQueries({ queryKey: [recipients.name] });
          return stored;
        }}
        explain={words.save}
        onClose={editing.close}
        onSaved={editing.close}
      />
    </section>
  );
}

interface ChoiceBoxesProps {
  label: string;
  /** shown when none is checked, which means all */
  none: string;
  choices: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A group of checkboxes. A chosen value that is no longer an option can still be unchecked. */
function ChoiceBoxes({ label, none, choices, chosen, onChange }: ChoiceBoxesProps) {
  const shown = [...new Set([...choices, ...chosen])];
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-5">
        {shown.map((choice) => (
          <label
            key={choice}
            className="flex min-h-9 items-center gap-2 text-sm pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              checked={chosen.includes(choice)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(shown.filter((one) => (one === choice ? checked : chosen.includes(one))))
              }
              className="size-4 flex-none accent-brand"
            />
            <span className="min-w-0 wrap-anywhere">{choice}</span>
          </label>
        ))}
      </div>
      <p className="text-xs text-ink-2">
        {chosen.length === 0 ? none : "Leads with any of these match."}
      </p>
    </fieldset>
  );
}
