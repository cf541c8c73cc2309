import { useContext } from "react";
import { ListNames } from "#app/admin-kit/resource/list-names.ts";
import { useFormLabels } from "#app/admin-kit/resource/use-form-labels.ts";
import { useStaffName } from "#app/admin-kit/resource/use-staff-name.ts";
import type { HistoryChange } from "#app/lib/data/database.types.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { zonedFormat } from "#contract/time/company-zone.ts";
import { columnName, columnsOf, valueText } from "../columns.ts";
import { actorName, changeTitle, isRestorable, type Verb, verbFor } from "../words.ts";

const clockTime = zonedFormat("en-US", {
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

interface ChangeProps {
  change: HistoryChange;
  onLook: (title: string, verb: Verb) => void;
}

/** One change in the list: when, who, what, the values, and a button to undo it. */
export function Change({ change, onLook }: ChangeProps) {
  const nameOf = useStaffName();
  const title = changeTitle(change, useContext(ListNames), nameOf);
  const verb = verbFor(change);
  return (
    <li className="grid gap-x-4 gap-y-2 px-5 py-3.5 sm:grid-cols-[6rem_minmax(0,1fr)_auto]">
      <time dateTime={change.changed_at} className="font-mono text-xs/6 text-ink-2">
        {clockTime(change.changed_at)}
      </time>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm/6 font-medium wrap-anywhere">
          {title}
          {change.note && <Badge tone="brand">{change.note}</Badge>}
        </p>
        <p className="text-sm text-ink-2 wrap-anywhere">
          {actorName(change.actor, change.actor_email, nameOf)}
        </p>
        {change.entries === 1 && change.operation === "UPDATE" && <ShortValues change={change} />}
      </div>
      {isRestorable(change) && (
        <Button size="sm" className="justify-self-start" onClick={() => onLook(title, verb)}>
          {verb}…<span className="sr-only"> {title}</span>
        </Button>
      )}
    </li>
  );
}

/** The short values; the preview dialog shows long ones. */
function ShortValues({ change }: { change: HistoryChange }) {
  const { table_name, fields, before, after } = change;
  const labels = useFormLabels(table_name) ?? {};
  return (
    <dl className="grid gap-1 text-sm text-ink-2">
      {columnsOf(fields, labels).map((field) => (
        <div key={field} className="flex flex-wrap gap-x-2">
          <dt>{columnName(field, labels)}:</dt>
          <dd className="min-w-0 wrap-anywhere">
            {before && field in before && after && field in after ? (
              <>
                <del className="line-clamp-2 text-danger">
                  {valueText(before[field], field) || "(empty)"}
                </del>
                <ins className="line-clamp-2 text-success no-underline">
                  {valueText(after[field], field) || "(empty)"}
                </ins>
              </>
            ) : (
              "a long text"
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
