import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { useFormLabels } from "#app/admin-kit/resource/use-form-labels.ts";
import { useStaffName } from "#app/admin-kit/resource/use-staff-name.ts";
import type { HistoryStep } from "#app/lib/data/database.types.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { columnName, columnsOf } from "../columns.ts";
import { lastChange, name } from "../queries.ts";
import { actorName } from "../words.ts";

type Changed = Pick<HistoryStep, "table_name" | "row_id" | "version" | "changed_since">;

/** Who changed a row live and when, "Dana Ortiz on Nov 23, 2026, 9:54 AM PST", and which fields. */
export function useSince({ table_name, row_id, version, changed_since }: Changed) {
  const columns = changed_since ?? [];
  const nameOf = useStaffName();
  const labels = useFormLabels(table_name) ?? {};
  const { data } = useQuery({
    queryKey: [name, "last change", table_name, row_id, version, columns],
    queryFn: () => lastChange(table_name, row_id, columns),
  });
  return {
    who: data ? actorName(data.actor, data.actor_email, nameOf) : "Someone",
    when: data ? ` on ${formatTime(data.changed_at)}` : "",
    what: columnsOf(columns, labels)
      .map((column) => columnName(column, labels))
      .join(", "),
  };
}

/** Warns about later edits, which would be undone too. */
export function ChangedSince({ step }: { step: HistoryStep }) {
  const { who, when, what } = useSince(step);
  return (
    <Warning>
      {who} edited this later{when}. Restoring also undoes that edit: {what}.
    </Warning>
  );
}

export const Warning = ({ children }: { children: ReactNode }) => (
  <p className="flex items-start gap-2 text-sm">
    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
    <span className="min-w-0">{children}</span>
  </p>
);
