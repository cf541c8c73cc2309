import RotateCcw from "lucide-react/icons/rotate-ccw";
import Send from "lucide-react/icons/send";
import ShieldAlert from "lucide-react/icons/shield-alert";
import ShieldCheck from "lucide-react/icons/shield-check";
import Trash2 from "lucide-react/icons/trash-2";
import type { Lead } from "#app/lib/data/database.types.ts";
import type { MenuAction } from "#app/ui/overlays/menu.tsx";
import type { SubmissionActions } from "../work/use-submission-actions.ts";

/** What can be done with a submission besides answering it. */
export function menuOf(row: Lead, actions: SubmissionActions): MenuAction[] {
  const { is_spam, spam_reason } = row;
  if (row.deleted_at)
    return [
      { label: "Restore", icon: <RotateCcw aria-hidden />, onSelect: () => actions.restore([row]) },
      {
        label: "Delete for good",
        icon: <Trash2 aria-hidden />,
        danger: true,
        onSelect: () => actions.removeForGood([row]),
      },
    ];
  return [
    {
      label: "Notify team again",
      icon: <Send aria-hidden />,
      disabled: is_spam || actions.sending,
      onSelect: () => actions.resendMail(row),
    },
    ...(spam_reason
      ? [
          {
            label: "Not spam",
            icon: <ShieldCheck aria-hidden />,
            disabled: actions.sending,
            onSelect: () => actions.markSpam(row, false),
          },
        ]
      : []),
    ...(is_spam
      ? []
      : [
          {
            label: "Mark as spam",
            icon: <ShieldAlert aria-hidden />,
            disabled: actions.sending,
            onSelect: () => actions.markSpam(row, true),
          },
        ]),
    {
      label: "Delete",
      icon: <Trash2 aria-hidden />,
      danger: true,
      onSelect: () => actions.remove([row]),
    },
  ];
}
