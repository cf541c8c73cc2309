import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { EditDialog } from "#app/admin-kit/dialogs/edit-dialog.tsx";
import { SwitchField } from "#app/admin-kit/forms/switch-field.tsx";
import type { PublishingRule } from "#app/lib/data/database.types.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { USER_MESSAGES } from "../messages.ts";
import * as queries from "../queries.ts";
import { ROLES } from "../roles.ts";

const words = USER_MESSAGES;
const schema = z.object({ owner: z.boolean(), admin: z.boolean(), editor: z.boolean() });
const ROLE_NAMES = ["owner", "admin", "editor"] as const;
const labels = { owner: ROLES.owner.name, admin: ROLES.admin.name, editor: ROLES.editor.name };

interface PublishingDialogProps {
  open: boolean;
  rules: readonly PublishingRule[];
  /** Only owners change what owners and admins need. */
  isOwner: boolean;
  /** the URL parameter that keeps the dialog open */
  param: string;
  onClose: () => void;
}

/** Chooses the roles whose publishing needs someone else's approval. */
export function PublishingDialog({ open, rules, isOwner, param, onClose }: PublishingDialogProps) {
  const client = useQueryClient();
  const isRequired = (role: string) =>
    rules.some((rule) => rule.role === role && rule.needs_approval);
  return (
    <EditDialog
      open={open}
      row={undefined}
      title="Who needs approval to publish"
      param={param}
      draftOf={() => ({
        owner: isRequired("owner"),
        admin: isRequired("admin"),
        editor: isRequired("editor"),
      })}
      schema={schema}
      labels={labels}
      saveLabels={["Save", "Saving..."]}
      fields={(form) => (
        <>
          {(isOwner ? ROLE_NAMES : (["editor"] as const)).map((role) => (
            <SwitchField key={role} form={form} name={role} label={labels[role]} />
          ))}
          <p className="text-sm text-ink-2">
            They save their changes to a change set and send it for review. Someone else approves
            it, and then it can go live. Files in the media library are always live.
          </p>
          {!isOwner && (
            <p className="text-sm text-ink-2">
              Only an owner can change this for owners and admins.
            </p>
          )}
        </>
      )}
      save={async (chosen) => {
        await queries.requireApproval(ROLE_NAMES.filter((role) => chosen[role]));
        toast.success(words.publishingSaved);
        // This person's own screens may need approval now.
        void client.invalidateQueries();
      }}
      explain={() => words.rulesFailed}
      onClose={onClose}
      onSaved={onClose}
    />
  );
}
