import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useContext } from "react";
import { ListNames } from "#app/admin-kit/resource/list-names.ts";
import type { HistoryStep } from "#app/lib/data/database.types.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { columnName, kindName, rowName, valueText } from "../words.ts";
import { MarkedWords } from "./marked-words.tsx";

const ACTIONS = {
  insert: { words: "comes back", tone: "success" },
  update: { words: "changes back", tone: "neutral" },
  delete: { words: "is deleted", tone: "danger" },
} as const;

const OBSTACLES = {
  "deleted since": "It was deleted since: restore the deletion first.",
  "file gone": "The file itself was deleted with it: upload it again.",
  "file stays": "An uploaded file is deleted in the media library.",
};

interface StepProps {
  step: HistoryStep;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
}

/** One row that would be put back: what changes in it, and what is to be known before. */
export function Step({ step, chosen, onChoose }: StepProps) {
  const lists = useContext(ListNames);
  const { words, tone } = ACTIONS[step.action];
  const since = step.changed_since ?? [];
  const title = `${kindName(step.table_name, lists)}: ${rowName(step)}`;
  return (
    <li className="grid gap-3 py-4 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-sm/6 font-medium wrap-anywhere">
          {step.obstacle === null ? (
            <label className="flex cursor-pointer items-center gap-3 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={chosen}
                onChange={(event) => onChoose(event.currentTarget.checked)}
                className="size-5 shrink-0 cursor-pointer accent-brand"
              />
              {title}
            </label>
          ) : (
            title
          )}
        </h3>
        <Badge tone={tone}>{words}</Badge>
      </div>
      {step.obstacle && <Warning>{OBSTACLES[step.obstacle]}</Warning>}
      {since.length > 0 && step.action !== "insert" && (
        <Warning>
          Somebody changed this since, which would be undone too: {since.map(columnName).join(", ")}
          .
        </Warning>
      )}
      {step.action === "update" && <Changes step={step} />}
    </li>
  );
}

const Changes = ({ step: { present, target } }: { step: HistoryStep }) => (
  <dl className="grid gap-3">
    {Object.entries(target ?? {}).map(([column, value]) => (
      <div key={column} className="grid gap-1 rounded-md border border-line bg-paper-2 px-3 py-2">
        <dt className="font-mono text-2xs text-ink-2 uppercase">{columnName(column)}</dt>
        <dd>
          <MarkedWords before={valueText(present?.[column])} after={valueText(value)} />
        </dd>
      </div>
    ))}
  </dl>
);

const Warning = ({ children }: { children: React.ReactNode }) => (
  <p className="flex items-start gap-2 text-sm text-ink-2">
    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
    <span className="min-w-0">{children}</span>
  </p>
);
