import Ellipsis from "lucide-react/icons/ellipsis";
import MailPlus from "lucide-react/icons/mail-plus";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldMinus from "lucide-react/icons/shield-minus";
import Smartphone from "lucide-react/icons/smartphone";
import UserPlus from "lucide-react/icons/user-plus";
import type { ReactNode } from "react";
import type { AdminUser } from "#app/lib/data/database.types.ts";
import { formatDate } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Email } from "#app/ui/display/email.tsx";
import { type Column, Table } from "#app/ui/display/table.tsx";
import { Button, IconButton } from "#app/ui/inputs/button.tsx";
import { Menu, type MenuAction } from "#app/ui/overlays/menu.tsx";
import { ROLES, roleOf } from "../roles.ts";

interface UsersTableProps {
  users: readonly AdminUser[];
  /** the signed-in person */
  ownId: string | undefined;
  /** the signed-in person is an owner; nobody else changes an owner */
  isOwner: boolean;
  onReset: (user: AdminUser) => void;
  onInvite: (user: AdminUser) => void;
  onChangeRole: (user: AdminUser) => void;
  onResetFactor: (user: AdminUser) => void;
  /** revokes the invitation or removes the person, depending on the account */
  onEndRole: (user: AdminUser) => void;
  /** resends the email the account waits for: invitation or confirmation */
  onResend: (user: AdminUser) => void;
}

/** The table of rule U-1, with each account's actions. */
export function UsersTable({ users, ownId, isOwner, onReset, ...choices }: UsersTableProps) {
  const columns: Column<AdminUser>[] = [
    {
      key: "email",
      header: "Email",
      cell: ({ id, email, full_name, roles, has_second_factor, ...invitation }) => (
        <div className="grid justify-items-start gap-1">
          <span className="@min-[59rem]:line-clamp-2 font-medium">
            <Email address={email} />
          </span>
          {full_name && <span className="@min-[59rem]:line-clamp-2 text-ink-2">{full_name}</span>}
          <span className="flex flex-wrap gap-1 empty:hidden">
            {roles.map((role) => (
              <Badge key={role} tone="brand">
                {nameOf([role])}
              </Badge>
            ))}
            {roles.length === 0 && invitation.invited_until && (
              <Badge tone="warning">{stateOf(invitation, invitation.invited_until)}</Badge>
            )}
            {roles.length > 0 && has_second_factor && <Badge>Two-step verification</Badge>}
            {id === ownId && <Badge>You</Badge>}
          </span>
        </div>
      ),
    },
    {
      key: "status",
      header: "Status",
      cell: ({ email_confirmed_at }) =>
        email_confirmed_at ? (
          <Badge tone="success">Confirmed</Badge>
        ) : (
          <Badge tone="warning">Pending</Badge>
        ),
    },
    {
      key: "created",
      header: "Created",
      className: "whitespace-nowrap",
      cell: ({ created_at }) => formatDate(created_at),
    },
    {
      key: "last-sign-in",
      header: "Last Sign In",
      className: "whitespace-nowrap",
      cell: ({ last_sign_in_at }) => (last_sign_in_at ? formatDate(last_sign_in_at) : "Never"),
    },
    {
      key: "actions",
      header: "Actions",
      cell: (user) =>
        (isOwner || !user.roles.includes("owner")) && (
          <div className="flex gap-1">
            <Button
              size="sm"
              aria-label={`Reset Password for ${user.email}`}
              onClick={() => onReset(user)}
            >
              Reset Password
            </Button>
            <Menu
              trigger={
                <IconButton
                  label={`More for ${user.email}`}
                  icon={<Ellipsis aria-hidden />}
                  className="!h-8 pointer-coarse:!h-11"
                />
              }
              actions={menuOf(user, user.id === ownId, choices)}
            />
          </div>
        ),
    },
  ];
  return <Table caption="Registered users" columns={columns} rows={users} />;
}

const isOver = (time: string) => Date.parse(time) < Date.now();

const nameOf = (roles: AdminUser["invited_roles"]) => ROLES[roleOf(roles) ?? "admin"].name;

function stateOf(
  { invited_roles, invitation_revoked }: Pick<AdminUser, "invited_roles" | "invitation_revoked">,
  until: string,
): string {
  if (invitation_revoked) return "Invitation revoked";
  return isOver(until) ? "Invitation expired" : `Invited as ${nameOf(invited_roles)}`;
}

type Choices = Pick<
  UsersTableProps,
  "onInvite" | "onChangeRole" | "onResetFactor" | "onEndRole" | "onResend"
>;

/** Nobody gets a first role directly: they accept an emailed invitation. */
function menuOf(user: AdminUser, own: boolean, choices: Choices) {
  const { onInvite, onChangeRole, onResetFactor, onEndRole, onResend } = choices;
  const action = (label: string, icon: ReactNode, choose: (user: AdminUser) => void) => ({
    label,
    icon,
    onSelect: () => choose(user),
  });
  const resend = (label: string) => action(label, <MailPlus aria-hidden />, onResend);
  const end = (label: string): MenuAction => ({
    ...action(label, <ShieldMinus aria-hidden />, onEndRole),
    danger: true,
  });
  if (user.roles.length > 0)
    return [
      action("Change role", <ShieldCheck aria-hidden />, onChangeRole),
      // One's own is on the account page.
      ...(user.has_second_factor && !own
        ? [action("Reset two-step verification", <Smartphone aria-hidden />, onResetFactor)]
        : []),
      end("Remove from the team"),
    ];
  if (user.invited_until) return [resend("Resend invitation"), end("Revoke invitation")];
  return [
    ...(user.email_confirmed_at ? [] : [resend("Resend confirmation")]),
    action("Invite to the team", <UserPlus aria-hidden />, onInvite),
  ];
}
