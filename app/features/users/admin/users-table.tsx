import Ellipsis from "lucide-react/icons/ellipsis";
import MailPlus from "lucide-react/icons/mail-plus";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldMinus from "lucide-react/icons/shield-minus";
import type { AdminUser } from "#app/lib/data/database.types.ts";
import { formatDate } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Email } from "#app/ui/display/email.tsx";
import { type Column, Table } from "#app/ui/display/table.tsx";
import { Button, IconButton } from "#app/ui/inputs/button.tsx";
import { Menu, type MenuAction } from "#app/ui/overlays/menu.tsx";

interface UsersTableProps {
  users: readonly AdminUser[];
  /** the signed-in person */
  ownId: string | undefined;
  onReset: (user: AdminUser) => void;
  /** invites, revokes or removes, depending on the account */
  onRole: (user: AdminUser) => void;
  /** resends the email the account waits for: invitation or confirmation */
  onResend: (user: AdminUser) => void;
}

/** The table of rule U-1, with each account's actions. */
export function UsersTable({ users, ownId, onReset, onRole, onResend }: UsersTableProps) {
  const columns: Column<AdminUser>[] = [
    {
      key: "email",
      header: "Email",
      cell: ({ id, email, full_name, is_admin, invited_until, invitation_revoked }) => (
        <div className="grid justify-items-start gap-1">
          <span className="@min-[59rem]:line-clamp-2 font-medium">
            <Email address={email} />
          </span>
          {full_name && <span className="@min-[59rem]:line-clamp-2 text-ink-2">{full_name}</span>}
          {(is_admin || invited_until || id === ownId) && (
            <span className="flex flex-wrap gap-1">
              {is_admin && <Badge tone="brand">Admin</Badge>}
              {invited_until && !is_admin && (
                <Badge tone="warning">
                  {invitation_revoked
                    ? "Invitation revoked"
                    : isOver(invited_until)
                      ? "Invitation expired"
                      : "Invited"}
                </Badge>
              )}
              {id === ownId && <Badge>You</Badge>}
            </span>
          )}
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
      cell: (user) => (
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
            actions={menuOf(user, onRole, onResend)}
          />
        </div>
      ),
    },
  ];
  return <Table caption="Registered users" columns={columns} rows={users} />;
}

const isOver = (time: string) => Date.parse(time) < Date.now();

/** Nobody becomes an admin directly: they accept an emailed invitation. */
function menuOf(
  user: AdminUser,
  onRole: UsersTableProps["onRole"],
  onResend: UsersTableProps["onResend"],
): MenuAction[] {
  const invited = user.invited_until !== null && !user.is_admin;
  const resend = (label: string) => ({
    label,
    icon: <MailPlus aria-hidden />,
    onSelect: () => onResend(user),
  });
  const role = (label: string, danger: boolean) => ({
    label,
    icon: danger ? <ShieldMinus aria-hidden /> : <ShieldCheck aria-hidden />,
    danger,
    onSelect: () => onRole(user),
  });
  if (user.is_admin) return [role("Remove admin", true)];
  if (invited) return [resend("Resend invitation"), role("Revoke invitation", true)];
  return [
    ...(user.email_confirmed_at ? [] : [resend("Resend confirmation")]),
    role("Make admin", false),
  ];
}
