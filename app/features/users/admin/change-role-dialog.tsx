import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { EditDialog } from "#app/admin-kit/dialogs/edit-dialog.tsx";
import { ACCESS } from "#app/lib/access/access.ts";
import type { AdminUser } from "#app/lib/data/database.types.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { USER_MESSAGES } from "../messages.ts";
import { nameOf } from "../name.ts";
import * as queries from "../queries.ts";
import { lossesOf, ROLES, type Role, roleOf } from "../roles.ts";
import { RoleChoice } from "./role-choice.tsx";

const words = USER_MESSAGES;
const OWN_RIGHTS = [ACCESS, "my_roles"];
const schema = z.object({ role: z.custom<Role>() });

interface ChangeRoleDialogProps {
  open: boolean;
  user: AdminUser | undefined;
  /** it is the signed-in person's own account */
  own: boolean;
  /** the signed-in person is an owner */
  isOwner: boolean;
  /** the URL parameter that keeps the dialog open */
  param: string;
  onClose: () => void;
}

/** Gives someone on the team another role, and shows what ends with the present one. */
export function ChangeRoleDialog({
  open,
  user,
  own,
  isOwner,
  param,
  onClose,
}: ChangeRoleDialogProps) {
  const client = useQueryClient();
  const was = roleOf(user?.roles ?? null) ?? "editor";
  return (
    <EditDialog
      open={open && user !== undefined}
      row={undefined}
      title={own ? "Change your role" : `Change the role of ${user && nameOf(user)}`}
      param={param}
      draftOf={() => ({ role: was })}
      schema={schema}
      labels={{ role: "Role" }}
      saveLabels={["Save", "Saving..."]}
      fields={(form) => {
        const losses = lossesOf(was, form.values.role, own);
        return (
          <>
            <RoleChoice
              value={form.values.role}
              isOwner={isOwner}
              onValueChange={(role) => form.set("role", role)}
            />
            <div aria-live="polite" className="empty:hidden">
              {losses.length > 0 && (
                <ul className="grid gap-1 rounded-md bg-warning-soft px-3 py-2 text-sm">
                  {losses.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              )}
            </div>
          </>
        );
      }}
      save={async ({ role }) => {
        if (!user) return;
        await queries.changeRole(user, role);
        toast.success(words.roleChanged(nameOf(user), ROLES[role].name));
        // Not awaited: a person who gives up this screen leaves it after the dialog has closed.
        for (const key of own ? OWN_RIGHTS : [queries.name])
          void client.invalidateQueries({ queryKey: [key] });
      }}
      explain={() => words.roleFailed}
      onClose={onClose}
      onSaved={onClose}
    />
  );
}
