import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useContext } from "react";
import { ListNames } from "#app/admin-kit/resource/list-names.ts";
import type { SetStep } from "#app/lib/data/database.types.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { MarkedWords } from "../admin/marked-words.tsx";
import { columnName, kindName, rowName, valueText } from "../words.ts";
import { isConflict } from "./queries.ts";

const ACTIONS = {
  insert: { words: "is added", tone: "success" },
  update: { words: "changes", tone: "brand" },
  delete: { words: "is deleted", tone: "danger" },
} as const;

/** What nobody reads as words. */
const UNSAID = new Set(["id", "created_at", "updated_at"]);

interface ReviewStepProps {
  step: SetStep;
  /** something is on its way */
  busy: boolean;
  onDecide: (keep: "live" | "prepared") => void;
  onDiscard: () => void;
}

/** One change of a set: what is live, what was prepared, and what has to be decided about it. */
export function ReviewStep({ step, busy, onDecide, onDiscard }: ReviewStepProps) {
  const title = `${kindName(step.table_name, useContext(ListNames))}: ${rowName(step)}`;
  const action = step.action && ACTIONS[step.action];
  return (
    <li className="grid gap-3 py-4 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 text-sm/6 font-medium wrap-anywhere">
          {title} {action && <Badge tone={action.tone}>{action.words}</Badge>}
        </h3>
        <Button size="sm" disabled={busy} onClick={onDiscard}>
          Discard<span className="sr-only"> {title}</span>
        </Button>
      </div>
      {isConflict(step) && (
        <div className="grid gap-2 rounded-md border border-warning/40 bg-warning-soft px-3 py-2">
          <p className="flex items-start gap-2 text-sm">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
            <span className="min-w-0">{conflictOf(step)}</span>
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" disabled={busy} onClick={() => onDecide("live")}>
              Keep what is live<span className="sr-only"> {title}</span>
            </Button>
            <Button size="sm" disabled={busy} onClick={() => onDecide("prepared")}>
              Use what was prepared<span className="sr-only"> {title}</span>
            </Button>
          </div>
        </div>
      )}
      {step.action === null && (
        <p className="text-sm text-ink-2">It stands live like this already.</p>
      )}
      {step.action !== "delete" && step.target && <Values step={step} />}
    </li>
  );
}

function conflictOf({ obstacle, action, changed_since }: SetStep): string {
  if (obstacle) return "Somebody deleted it live after it was changed here.";
  const columns = (changed_since ?? []).map(columnName).join(", ");
  return action === "delete"
    ? `Somebody changed it live after it was deleted here: ${columns}.`
    : `Somebody changed it live after it was changed here: ${columns}.`;
}

/** What is live, and what would be, by the column. */
export const Values = ({
  step: { present, target },
}: {
  step: Pick<SetStep, "present" | "target">;
}) => (
  <dl className="grid gap-3">
    {Object.entries(target ?? {})
      .filter(([column, value]) => !UNSAID.has(column) && (present || valueText(value)))
      .map(([column, value]) => (
        <div key={column} className="grid gap-1 rounded-md border border-line bg-paper-2 px-3 py-2">
          <dt className="font-mono text-2xs text-ink-2 uppercase">{columnName(column)}</dt>
          <dd>
            <MarkedWords before={valueText(present?.[column])} after={valueText(value)} />
          </dd>
        </div>
      ))}
  </dl>
);
