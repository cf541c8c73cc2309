import type { Lead, SubmissionStatus } from "#app/lib/data/database.types.ts";
import { Select } from "#app/ui/inputs/select.tsx";
import { STATUS_NAMES, STATUSES } from "./words.ts";
import type { SubmissionActions } from "./work/use-submission-actions.ts";

const DOTS: Record<SubmissionStatus, string> = {
  new: "bg-label",
  contacted: "bg-transparent",
  responded: "bg-brand",
  closed: "bg-ink-3",
};

const CHOICES = STATUSES.map((value) => ({
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
  row: Lead;
  onChange: SubmissionActions["setStatus"];
  className?: string;
}

/** The lead's status, editable in place. */
export const StatusSelect = ({ row, onChange, className = "w-36" }: StatusSelectProps) => (
  <Select
    label={`Status of ${row.name}`}
    choices={CHOICES}
    value={row.status}
    onValueChange={(status) => status !== row.status && onChange(row, status)}
    className={className}
  />
);
