import type { ContactSubmission, SubmissionStatus } from "#app/lib/data/database.types.ts";
import { Select } from "#app/ui/inputs/select.tsx";
import type { SubmissionActions } from "./use-submission-actions.ts";
import { STATUS_NAMES } from "./words.ts";

const DOTS: Record<SubmissionStatus, string> = {
  new: "bg-label",
  contacted: "bg-transparent",
  responded: "bg-brand",
  closed: "bg-ink-3",
};

const CHOICES = (Object.keys(STATUS_NAMES) as SubmissionStatus[]).map((value) => ({
  value,
  label: STATUS_NAMES[value],
  icon: (
    <span
      aria-hidden
      className={`size-2.5 shrink-0 rounded-full border border-line-strong ${DOTS[value]}`}
    />
  ),
}));

interface StatusSelectProps {
  row: ContactSubmission;
  onChange: SubmissionActions["setStatus"];
}

/** Where a conversation stands, changed in place. */
export const StatusSelect = ({ row, onChange }: StatusSelectProps) => (
  <Select
    label={`Status of ${row.name}`}
    choices={CHOICES}
    value={row.status}
    onValueChange={(status) => status !== row.status && onChange(row, status)}
    className="w-36"
  />
);
