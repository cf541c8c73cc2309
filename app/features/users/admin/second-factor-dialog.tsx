import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import * as z from "zod/mini";
import { EditDialog } from "#app/admin-kit/dialogs/edit-dialog.tsx";
import { SwitchField } from "#app/admin-kit/forms/switch-field.tsx";
import type { SecondFactorRule } from "#app/lib/data/database.types.ts";
import { useEmailIsSaved } from "#app/lib/data/email-saved.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { USER_MESSAGES } from "../messages.ts";
import * as queries from "../queries.ts";
import { ROLES } from "../roles.ts";

const words = USER_MESSAGES;
const schema = z.object({
  owner: z.boolean(),
  admin: z.boolean(),
  editor: z.boolean(),
  sales: z.boolean(),
  from: z.string(),
});
const ROLE_NAMES = ["owner", "admin", "editor", "sales"] as const;

export interface SecondFactorDialogProps {
  open: boolean;
  rules: readonly SecondFactorRule[];
  /** the URL parameter that keeps the dialog open */
  param: string;
  onClose: () => void;
}

/** Chooses the roles that need a second factor, and from which day. */
export function SecondFactorDialog({ open, rules, param, onClose }: SecondFactorDialogProps) {
  const client = useQueryClient();
  const isSaved = useEmailIsSaved();
  const own = useQuery({
    queryKey: [queries.name, "own-second-factor"],
    queryFn: queries.ownSecondFactor,
    enabled: open,
    staleTime: 0,
  });
  const lacksOwn = own.data?.enrolled === false;
  const isRequired = (role: string) =>
    rules.some((rule) => rule.role === role && rule.required_from !== null);
  return (
    <EditDialog
      open={open}
      row={undefined}
      title="Who needs two-step verification"
      param={param}
      draftOf={() => ({
        owner: isRequired("owner"),
        admin: isRequired("admin"),
        editor: isRequired("editor"),
        sales: isRequired("sales"),
        from: rules.find(({ required_from }) => required_from)?.required_from ?? "",
      })}
      schema={schema}
      labels={{ ...labels, from: "Required from" }}
      saveLabels={["Save", "Saving..."]}
      canSave={(chosen) => !lacksOwn || ROLE_NAMES.every((role) => !chosen[role])}
      fields={(form) => (
        <>
          {lacksOwn && (
            <p className="rounded-md bg-warning-soft px-3 py-2 text-sm">
              You can require it once you've set up two-step verification for yourself, under{" "}
              <Link to="/admin/account" className="underline">
                Your account
              </Link>
              .
            </p>
          )}
          {ROLE_NAMES.map((role) => (
            <SwitchField key={role} form={form} name={role} label={labels[role]} />
          ))}
          <Field
            label="Required from"
            description="Until then, it is optional. Leave empty to start today."
          >
            <Input
              type="date"
              name="from"
              value={form.values.from}
              onValueChange={(value: string) => form.set("from", value)}
            />
          </Field>
          <p className="text-sm text-ink-2">
            {isSaved
              ? "Email isn't set up, so let people know yourself."
              : "People who haven't set it up get an email now."}{" "}
            Starting that day, nobody in these roles can use the admin without it.
          </p>
        </>
      )}
      save={async ({ from, ...chosen }) => {
        await queries.requireSecondFactor(
          ROLE_NAMES.filter((role) => chosen[role]),
          from,
        );
        toast.success(words.rulesSaved);
        void client.invalidateQueries({ queryKey: [queries.name] });
      }}
      explain={() => words.rulesFailed}
      onClose={onClose}
      onSaved={onClose}
    />
  );
}

const labels = {
  owner: ROLES.owner.name,
  admin: ROLES.admin.name,
  editor: ROLES.editor.name,
  sales: ROLES.sales.name,
};
