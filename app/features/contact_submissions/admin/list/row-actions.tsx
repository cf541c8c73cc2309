import Ellipsis from "lucide-react/icons/ellipsis";
import Reply from "lucide-react/icons/reply";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import Send from "lucide-react/icons/send";
import ShieldAlert from "lucide-react/icons/shield-alert";
import ShieldCheck from "lucide-react/icons/shield-check";
import Trash2 from "lucide-react/icons/trash-2";
import UserRound from "lucide-react/icons/user-round";
import type { Lead } from "#app/lib/data/database.types.ts";
import { IconButton } from "#app/ui/inputs/button.tsx";
import { Menu, type MenuAction } from "#app/ui/overlays/menu.tsx";
import { EmailLink } from "../work/email-link.tsx";
import type { LeadField } from "../work/use-keys.ts";
import type { SubmissionActions } from "../work/use-submission-actions.ts";

export interface RowActionsProps {
  row: Lead;
  /** signs the email drafts */
  company: string | undefined;
  actions: SubmissionActions;
  onReply: (row: Lead) => void;
  /** opens the lead and focuses one of its fields */
  onField: (row: Lead, field: LeadField) => void;
}

const SMALL = "!h-8 !w-8 pointer-coarse:!h-11 pointer-coarse:!w-11";

/** A row's actions: email, delete, and a menu with the rest. */
export function RowActions(props: RowActionsProps) {
  const { row, company, actions } = props;
  return (
    <div className="flex flex-wrap gap-1">
      <EmailLink
        {...{ row, company, actions }}
        size="sm"
        label={`Email ${row.name}`}
        wordClass="leads-word"
        className="@max-[62rem]:!w-8 @max-[62rem]:!px-0 pointer-coarse:@max-[62rem]:!w-11"
      />
      <IconButton
        label={row.deleted_at ? `Delete ${row.name} permanently` : `Delete ${row.name}`}
        icon={<Trash2 aria-hidden />}
        look="danger-ghost"
        onClick={() => actions.deleteOne(row)}
        className={SMALL}
      />
      <Menu
        trigger={
          <IconButton
            label={`More for ${row.name}`}
            icon={<Ellipsis aria-hidden />}
            className={SMALL}
          />
        }
        actions={menuOf(props)}
      />
    </div>
  );
}

function menuOf({ row, actions, onReply, onField }: RowActionsProps): MenuAction[] {
  if (row.deleted_at)
    return [
      { label: "Restore", icon: <RotateCcw aria-hidden />, onSelect: () => actions.restore([row]) },
    ];
  return [
    { label: "Reply", icon: <Reply aria-hidden />, onSelect: () => onReply(row) },
    { label: "Assign", icon: <UserRound aria-hidden />, onSelect: () => onField(row, "owner_id") },
    {
      label: "Notify team again",
      icon: <Send aria-hidden />,
      disabled: row.is_spam || actions.sending,
      onSelect: () => actions.resendMail(row),
    },
    ...(row.spam_reason
      ? [
          {
            label: "Not spam",
            icon: <ShieldCheck aria-hidden />,
            onSelect: () => actions.markSpam(row, false),
          },
        ]
      : []),
    ...(row.is_spam
      ? []
      : [
          {
            label: "Mark as spam",
            icon: <ShieldAlert aria-hidden />,
            onSelect: () => actions.markSpam(row, true),
          },
        ]),
  ];
}
