import { useContext } from "react";
import { ListNames } from "#app/admin-kit/resource/list-names.ts";
import { useFormLabels } from "#app/admin-kit/resource/use-form-labels.ts";
import type { SetComment, SetStep } from "#app/lib/data/database.types.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { Orders } from "../admin/orders.tsx";
import { useSince, Warning } from "../admin/since.tsx";
import { Values } from "../admin/values.tsx";
import type { Reorder } from "../orders.ts";
import { isConflict } from "../sets/queries.ts";
import { kindName, rowName } from "../words.ts";
import { ChangeComments } from "./change-comments.tsx";

const ACTIONS = {
  insert: { words: "Added", tone: "success" },
  update: { words: "Changed", tone: "brand" },
  delete: { words: "Deleted", tone: "danger" },
} as const;

interface ReviewStepProps {
  step: SetStep;
  /** the set's id */
  set: string;
  comments: readonly SetComment[];
  /** a request is in flight */
  busy: boolean;
  onDecide: (keep: "live" | "prepared") => void;
  onDiscard: () => void;
}

/** One change of a set: the live value, the prepared value, and any decision to make. */
export function ReviewStep({ step, set, comments, busy, onDecide, onDiscard }: ReviewStepProps) {
  const labels = useFormLabels(step.table_name);
  const title = `${kindName(step.table_name, useContext(ListNames))}: ${rowName(step, labels)}`;
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
          <Conflict step={step} />
          <div className="flex flex-wrap gap-2">
            <Button size="sm" disabled={busy} onClick={() => onDecide("live")}>
              Keep the live version<span className="sr-only"> {title}</span>
            </Button>
            <Button size="sm" disabled={busy} onClick={() => onDecide("prepared")}>
              Use the version in this set<span className="sr-only"> {title}</span>
            </Button>
          </div>
        </div>
      )}
      {step.action === null && <p className="text-sm text-ink-2">Already live.</p>}
      <Values
        table={step.table_name}
        before={step.action === "insert" ? null : step.present}
        after={step.action === "delete" ? null : step.target}
      />
      <ChangeComments set={set} place={step} title={title} comments={comments} />
    </li>
  );
}

interface ReviewOrderProps {
  reorder: Reorder<SetStep>;
  /** the set's id */
  set: string;
  comments: readonly SetComment[];
  busy: boolean;
  onDiscard: () => void;
}

/** A list's new order, live compared with prepared. */
export function ReviewOrder({ reorder, set, comments, busy, onDiscard }: ReviewOrderProps) {
  const { table, before, after, steps } = reorder;
  const [first] = steps;
  const title = `${kindName(table, useContext(ListNames))}: order of ${before.length} items`;
  return (
    <li className="grid gap-3 py-4 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 text-sm/6 font-medium wrap-anywhere">
          {title} <Badge tone={ACTIONS.update.tone}>{ACTIONS.update.words}</Badge>
        </h3>
        <Button size="sm" disabled={busy} onClick={onDiscard}>
          Discard<span className="sr-only"> {title}</span>
        </Button>
      </div>
      <Orders
        before={{ title: "Live", names: before }}
        after={{ title: "In this set", names: after }}
      />
      {first && <ChangeComments set={set} place={first} title={title} comments={comments} />}
    </li>
  );
}

function Conflict({ step }: { step: SetStep }) {
  const { who, when, what } = useSince(step);
  if (step.obstacle)
    return (
      <Warning>{`${who} deleted this from the live site${when}, but this set changes it.`}</Warning>
    );
  const here = step.action === "delete" ? "deletes it" : "changes it, too";
  return <Warning>{`${who} changed the live version${when} (${what}). This set ${here}.`}</Warning>;
}
