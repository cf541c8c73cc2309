import Download from "lucide-react/icons/download";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import ShieldAlert from "lucide-react/icons/shield-alert";
import ShieldCheck from "lucide-react/icons/shield-check";
import Trash2 from "lucide-react/icons/trash-2";
import { SelectionBar } from "#app/admin-kit/selection/selection-bar.tsx";
import type { Selection } from "#app/admin-kit/selection/use-selection.ts";
import type { Lead, LeadChoices, SubmissionStatus } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import type { Changes, Chosen, LeadQuery } from "../queries.ts";
import { counted, STATUS_NAMES, STATUSES } from "../words.ts";
import { ownerChoices } from "../work/use-choices.ts";
import type { SubmissionActions } from "../work/use-submission-actions.ts";
import { HELD } from "./filters.ts";

interface LeadsBarProps {
  rows: readonly Lead[];
  /** how many leads match on all pages, and the query */
  total: number;
  query: LeadQuery;
  choices: LeadChoices;
  actions: SubmissionActions;
  selection: Selection<Lead>;
  /** the leads are in the trash */
  isTrash: boolean;
}

/** Same limit as in the database (lead_change). */
const MAX_AT_ONCE = 500;
/** Filters that list only spam. */
const SPAM_ONLY = ["likely", HELD, "spam"];
const NOBODY = "nobody";
const STATUS_CHOICES = [
  { value: "", label: "Set status…" },
  ...STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] })),
];

async function exportChosen({ rows, all }: Chosen) {
  try {
    const { exportCsv, exportRows, saveCsv } = await import("../work/export.ts");
    const { signal } = new AbortController();
    const exported = all
      ? await exportCsv(all.query, signal, () => {})
      : await exportRows(rows, signal);
    saveCsv(exported.file);
    toast.success(MESSAGES.submissions.exported(counted(exported.rows)));
  } catch (cause) {
    toast.failure(MESSAGES.submissions.exportFailed, cause);
  }
}

/** Bulk actions for the selected leads. */
export function LeadsBar(props: LeadsBarProps) {
  const { rows, total, query, choices, actions, selection, isTrash } = props;
  const show = query.filters?.show ?? "";
  const isSpam = SPAM_ONLY.includes(show);
  const onPage = selection.of(rows);
  const chosen = { rows: onPage, all: selection.all ? { query, total } : undefined };
  const change = (changes: Changes) => actions.change(chosen, changes);
  const more = !isTrash && !selection.all && onPage.length === rows.length && total > rows.length;
  return (
    <SelectionBar
      items="leads"
      count={selection.all ? `All ${counted(total)}` : counted(onPage.length)}
      onClear={selection.clear}
    >
      {more &&
        (total > MAX_AT_ONCE ? (
          <p className="text-sm text-ink-2">
            You can select up to {formatCount(MAX_AT_ONCE)} leads at once. To select all{" "}
            {formatCount(total)}, narrow the list.
          </p>
        ) : (
          <Button size="sm" onClick={selection.chooseFound}>
            Select all {formatCount(total)}
          </Button>
        ))}
      {isTrash ? (
        <>
          <Button
            size="sm"
            onClick={() => {
              actions.restore(onPage);
              selection.clear();
            }}
          >
            <RotateCcw aria-hidden className="size-4" />
            Restore
          </Button>
          <Button size="sm" look="danger-ghost" onClick={() => actions.deletePermanently(onPage)}>
            <Trash2 aria-hidden className="size-4" />
            Delete permanently
          </Button>
        </>
      ) : (
        <>
          <NativeSelect
            label="Set status"
            choices={STATUS_CHOICES}
            value=""
            onValueChange={(status) => status && change({ status: status as SubmissionStatus })}
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
              owner && change({ owner_id: owner === NOBODY ? null : owner })
            }
            className="w-36"
          />
          {isSpam && (
            <Button size="sm" onClick={() => change({ is_spam: false })}>
              <ShieldCheck aria-hidden className="size-4" />
              Not spam
            </Button>
          )}
          {show !== HELD && (
            <Button size="sm" onClick={() => change({ is_spam: true })}>
              <ShieldAlert aria-hidden className="size-4" />
              Mark as spam
            </Button>
          )}
          <Button size="sm" onClick={() => void exportChosen(chosen)}>
            <Download aria-hidden className="size-4" />
            Export
          </Button>
          <Button size="sm" look="danger-ghost" onClick={() => actions.remove(chosen)}>
            <Trash2 aria-hidden className="size-4" />
            Delete
          </Button>
        </>
      )}
    </SelectionBar>
  );
}
