import { useContext } from "react";
import { ListNames } from "#app/admin-kit/resource/list-names.ts";
import { useFormLabels } from "#app/admin-kit/resource/use-form-labels.ts";
import type { HistoryStep } from "#app/lib/data/database.types.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import type { Reorder } from "../orders.ts";
import { kindName, rowName } from "../words.ts";
import { Orders } from "./orders.tsx";
import { ChangedSince, Warning } from "./since.tsx";
import { Values } from "./values.tsx";

const ACTIONS = {
  insert: { words: "will be restored", tone: "success" },
  update: { words: "will change back", tone: "neutral" },
  delete: { words: "will be deleted", tone: "danger" },
} as const;

const OBSTACLES = {
  "deleted since": "This was deleted later. Restore it first.",
  "file gone": "Its file was permanently deleted. Upload it again.",
  "file stays": "Delete uploaded files in the media library.",
};

interface StepProps {
  step: HistoryStep;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
}

/** One row to restore: what changes, and any warnings. */
export function Step({ step, chosen, onChoose }: StepProps) {
  const lists = useContext(ListNames);
  const { words, tone } = ACTIONS[step.action];
  const since = step.changed_since ?? [];
  const labels = useFormLabels(step.table_name);
  const title = `${kindName(step.table_name, lists)}: ${rowName(step, labels)}`;
  return (
    <li className="grid gap-3 py-4 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-sm/6 font-medium wrap-anywhere">
          {step.obstacle === null ? <Choice {...{ title, chosen, onChoose }} /> : title}
        </h3>
        <Badge tone={tone}>{words}</Badge>
      </div>
      {step.obstacle && <Warning>{OBSTACLES[step.obstacle]}</Warning>}
      {since.length > 0 && step.action !== "insert" && <ChangedSince step={step} />}
      <Values
        table={step.table_name}
        before={step.action === "insert" ? null : step.present}
        after={step.action === "delete" ? null : step.target}
      />
    </li>
  );
}

interface ChoiceProps {
  title: string;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
}

const Choice = ({ title, chosen, onChoose }: ChoiceProps) => (
  <label className="flex cursor-pointer items-center gap-3 pointer-coarse:min-h-11">
    <input
      type="checkbox"
      checked={chosen}
      onChange={(event) => onChoose(event.currentTarget.checked)}
      className="size-5 shrink-0 cursor-pointer accent-brand"
    />
    {title}
  </label>
);

interface OrderStepProps extends Omit<ChoiceProps, "title"> {
  reorder: Reorder<HistoryStep>;
}

/** Restores a list's earlier order, all of it or nothing. */
export function OrderStep({ reorder, ...choice }: OrderStepProps) {
  const { table, before, after } = reorder;
  const title = `${kindName(table, useContext(ListNames))}: order of ${before.length} items`;
  return (
    <li className="grid gap-3 py-4 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-sm/6 font-medium wrap-anywhere">
          <Choice title={title} {...choice} />
        </h3>
        <Badge tone={ACTIONS.update.tone}>{ACTIONS.update.words}</Badge>
      </div>
      <Orders
        before={{ title: "Now", names: before }}
        after={{ title: "Restored", names: after }}
      />
    </li>
  );
}
