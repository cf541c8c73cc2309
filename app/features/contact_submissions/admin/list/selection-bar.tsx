import Download from "lucide-react/icons/download";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import ShieldAlert from "lucide-react/icons/shield-alert";
import Trash2 from "lucide-react/icons/trash-2";
import type { Lead, LeadChoices, SubmissionStatus } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { download } from "#app/ui/download.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { counted, STATUS_NAMES, STATUSES } from "../words.ts";
import { ownerChoices } from "../work/use-choices.ts";
import type { SubmissionActions } from "../work/use-submission-actions.ts";
import type { Selection } from "./use-selection.ts";

interface SelectionBarProps {
  rows: readonly Lead[];
  choices: LeadChoices;
  actions: SubmissionActions;
  selection: Selection;
  /** these lie in the trash */
  isTrash: boolean;
}

const NOBODY = "nobody";
const STATUS_CHOICES = [
  { value: "", label: "Set status…" },
  ...STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] })),
];

async function exportRows(rows: readonly Lead[]) {
  try {
    const { fileName, fileOf } = await import("../work/export.ts");
    download(fileOf(rows), fileName());
    toast.success(MESSAGES.submissions.exported(counted(rows.length)));
  } catch (cause) {
    toast.failure(MESSAGES.submissions.exportFailed, cause);
  }
}

/** What can be done with several at once; there while some are chosen. */
export function SelectionBar({ rows, choices, actions, selection, isTrash }: SelectionBarProps) {
  const chosen = selection.of(rows);
  const then = (work: () => void) => () => {
    work();
    selection.clear();
  };
  return (
    <section
      aria-label="Selected submissions"
      className="sticky top-14 z-20 mb-3 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-surface px-3 py-2 shadow-lift"
    >
      <p aria-live="polite" className="mr-1 text-sm font-medium">
        {counted(chosen.length)} selected
      </p>
      {isTrash ? (
        <>
          <Button size="sm" onClick={then(() => actions.restore(chosen))}>
            <RotateCcw aria-hidden className="size-4" />
            Restore
          </Button>
          <Button size="sm" look="danger-ghost" onClick={() => actions.removeForGood(chosen)}>
            <Trash2 aria-hidden className="size-4" />
            Delete for good
          </Button>
        </>
      ) : (
        <>
          <NativeSelect
            label="Set status"
            choices={STATUS_CHOICES}
            value=""
            onValueChange={(status) =>
              status && actions.setAll(chosen, { status: status as SubmissionStatus })
            }
            className="w-36"
          />
          <NativeSelect
            label="Set owner"
            choices={[
              { value: "", label: "Set owner…" },
              { value: NOBODY, label: "No owner" },
              ...ownerChoices(choices, "").slice(1),
            ]}
            value=""
            onValueChange={(owner) =>
              owner && actions.setAll(chosen, { owner_id: owner === NOBODY ? null : owner })
            }
            className="w-36"
          />
          <Button size="sm" onClick={() => actions.setAll(chosen, { is_spam: true })}>
            <ShieldAlert aria-hidden className="size-4" />
            Mark as spam
          </Button>
          <Button size="sm" onClick={() => void exportRows(chosen)}>
            <Download aria-hidden className="size-4" />
            Export
          </Button>
          <Button size="sm" look="danger-ghost" onClick={() => actions.remove(chosen)}>
            <Trash2 aria-hidden className="size-4" />
            Delete
          </Button>
        </>
      )}
      <Button size="sm" look="ghost" onClick={selection.clear} className="ml-auto">
        Clear
      </Button>
    </section>
  );
}
