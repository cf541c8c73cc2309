import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { EditDialog } from "#app/admin-kit/dialogs/edit-dialog.tsx";
import { notifySent } from "#app/admin-kit/shell/notify-sent.ts";
import type { AdminUser } from "#app/lib/data/database.types.ts";
import { useEmailIsSaved } from "#app/lib/data/email-saved.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { invitationSchema } from "../invitation.ts";
import { USER_MESSAGES } from "../messages.ts";
import * as queries from "../queries.ts";
import type { Role } from "../roles.ts";
import { RoleChoice } from "./role-choice.tsx";

const words = USER_MESSAGES;

interface InviteDialogProps {
  open: boolean;
  /** the account to invite; omitted: anyone, by email */
  user: Pick<AdminUser, "email" | "full_name"> | undefined;
  /** the signed-in person is an owner */
  isOwner: boolean;
  /** the URL parameter that keeps the dialog open */
  param: string;
  onClose: () => void;
}

/** Invites a colleague by email, who gets the role by accepting the invitation. */
export function InviteDialog({ open, user, isOwner, param, onClose }: InviteDialogProps) {
  const client = useQueryClient();
  const isSaved = useEmailIsSaved();
  return (
    <EditDialog
      open={open}
      row={undefined}
      title="Invite a colleague"
      param={param}
      draftOf={() => ({
        email: user?.email ?? "",
        full_name: user?.full_name ?? "",
        role: "editor" as Role,
      })}
      schema={invitationSchema}
      labels={{ full_name: "Name", email: "Email", role: "Role" }}
      saveLabels={["Send invitation", "Sending..."]}
      fields={(form) => (
        <>
          <p className="text-sm text-ink-2">
            {isSaved ? (
              <>
                Email isn't set up, so the invitation will be saved on the server instead of sent.
                The{" "}
                <Link to="/admin/system" className="underline">
                  System screen
                </Link>{" "}
                says where. Give them the link from that email. They get the role when they accept.
              </>
            ) : (
              "We email them a link. They get the role when they accept."
            )}
          </p>
          <Field
            label="Name"
            description="Used in the invitation email and in their profile."
            error={form.errors.full_name}
          >
            <Input
              autoComplete="off"
              value={form.values.full_name}
              onValueChange={(value: string) => form.set("full_name", value)}
            />
          </Field>
          <Field label="Email" required error={form.errors.email}>
            <Input
              type="email"
              autoComplete="off"
              required
              value={form.values.email}
              onValueChange={(value: string) => form.set("email", value)}
            />
          </Field>
          <RoleChoice
            value={form.values.role}
            isOwner={isOwner}
            onValueChange={(role) => form.set("role", role)}
          />
        </>
      )}
      save={async (values) => {
        const { again } = await queries.invite(values);
        const sent = again ? words.invitedAgain : words.invited;
        await notifySent(sent(values.email), "the invitation");
        await client.invalidateQueries({ queryKey: [queries.name] });
      }}
      explain={() => words.inviteFailed}
      onClose={onClose}
      onSaved={onClose}
    />
  );
}
